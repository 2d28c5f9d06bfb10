package dev.inflight.lab.graph.text;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of a text file's words, one after the other. Its memory use does not grow with the file. */
public final class Tokenizer implements AutoCloseable {
  private static final int LONGEST = 200;
  private static final int MOST_OF_A_LINE = 100;
  private static final int NOTHING = -2;
  private static final int END = -1;

  private final Path path;
  private final String marks;
  /** Character that starts a comment line; 0: none. */
  private final char comment;
  /** Line of the last word; 0: none. */
  private int wordLine;
  private final InputStream in;
  private final byte[] bytes = new byte[LONGEST];
  private int ahead = NOTHING;
  private int readingLine = 1;
  private int line = 1;
  private int lineBefore = 1;
  private int keptLine = 1;
  private boolean newline;
  private @Nullable String kept;

  /**
   * Creates a tokenizer. Each of {@code marks} is a word by itself; if any, {@code //} and {@code /*} start comments, as in C.
   */
  public Tokenizer(Path path, String marks) {
    this(path, open(path), marks);
  }

  /** Creates a tokenizer of an open file, which it closes when it is closed itself. */
  public Tokenizer(Path path, InputStream in, String marks) {
    this(path, in, marks, (char) 0);
  }

  /** Returns a tokenizer of a file in which lines that start with a character are comments, of any bytes. */
  public static Tokenizer withComments(Path path, char comment) {
    return new Tokenizer(path, open(path), "", comment);
  }

  private Tokenizer(Path path, InputStream in, String marks, char comment) {
    this.comment = comment;
    this.path = path;
    this.in = in;
    this.marks = marks;
  }

  /** Opens a file, which must exist; its first bytes can be marked. */
  public static InputStream open(Path path) {
    InputText.requireFile(path);
    try {
      return InputBytes.openText(path, System.err);
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  /** Line of the last word, from 1. */
  public int line() {
    return line;
  }

  /** Returns the error to throw for the last word. */
  public InputError error(@Nullable String what) {
    return new SourceLocation(path.toString(), line).error(what == null ? "this is not possible" : what);
  }

  /** Returns the next word; null at the end of the file. */
  public @Nullable String next() {
    lineBefore = line;
    if (kept != null) {
      String word = kept;
      kept = null;
      line = keptLine;
      return word;
    }
    int at = firstOfWord();
    line = readingLine;
    wordLine = line;
    if (at == END) {
      return null;
    }
    if (marks.indexOf(at) >= 0) {
      return String.valueOf((char) at);
    }
    int length = 0;
    for (; at > ' ' && marks.indexOf(at) < 0; at = read()) {
      if (at > '~') {
        throw error("found a byte that is not ASCII, so this is not such a file");
      }
      if (length == LONGEST) {
        throw error("a word of more than " + LONGEST + " letters, " + Quoted.of(word(length)));
      }
      bytes[length++] = (byte) at;
    }
    ahead = at;
    return word(length);
  }

  private String word(int length) {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }

  /** Returns the last word to the input; the line is then that of the word before it. */
  public void keep(@Nullable String word) {
    kept = word;
    keptLine = line;
    line = lineBefore;
  }

  /** Returns the next word, which must exist. */
  public String require(String what) {
    String word = next();
    if (word == null) {
      throw error("the file ends where " + what + " is expected");
    }
    return word;
  }

  /** Rejects any other word. */
  public void expect(String word) {
    String found = require("'" + word + "'");
    if (!found.equals(word)) {
      throw error("found " + Quoted.of(found) + " where '" + word + "' is expected");
    }
  }

  /** Returns the next word as a whole number within bounds. */
  public long whole(String what, long least, long most) {
    return whole(what, require(what), least, most);
  }

  /** Returns a whole number within bounds. */
  public long whole(String what, String text, long least, long most) {
    long value = 0;
    for (int at = 0; at < text.length(); at++) {
      int digit = text.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        throw error(what + " " + Quoted.of(text) + " is not a whole number of 0 or more");
      }
      if (value > (Long.MAX_VALUE - digit) / 10) {
        throw error(what + " " + Quoted.of(text) + " is too large");
      }
      value = value * 10 + digit;
    }
    if (text.isEmpty() || value < least || value > most) {
      throw error(text.isEmpty()
          ? what + " is missing"
          : what + " " + value + (most == Long.MAX_VALUE ? " is below " + least : " is outside " + least + " to " + most));
    }
    return value;
  }

  /** Returns the words of the next line that has any; none at the end of the file. It reads no line after that one. */
  public List<String> nextLine() {
    var words = new ArrayList<String>();
    String word = next();
    int of = line;
    for (; word != null && line == of; word = isLineOver() ? null : next()) {
      if (words.size() == MOST_OF_A_LINE) {
        throw error("a line of more than " + MOST_OF_A_LINE + " words");
      }
      words.add(word);
    }
    if (word != null) {
      keep(word);
    }
    line = of;
    return words;
  }

  /**
   * Skips the rest of the file, of any bytes. The current line is then the first skipped line.
   *
   * @return number of skipped lines that are not blank
   */
  public long skipLines() {
    long lines = kept == null ? 0 : 1;
    int counted = kept == null ? 0 : keptLine;
    line = kept == null ? line : keptLine;
    kept = null;
    for (int at = take(); at != END; at = read()) {
      if (!isSpace(at) && readingLine != counted) {
        counted = readingLine;
        line = lines == 0 ? counted : line;
        lines++;
      }
    }
    ahead = END;
    return lines;
  }

  private static boolean isSpace(int at) {
    return at <= ' ' && at != 0;
  }

  /** Reports whether no word follows on the line. */
  private boolean isLineOver() {
    int at = take();
    while (isSpace(at) && at != '\n' && at != END) {
      at = read();
    }
    ahead = at;
    return at == '\n' || at == END;
  }

  private int read() {
    try {
      readingLine += newline ? 1 : 0;
      int next = in.read();
      newline = next == '\n';
      return next;
    } catch (IOException failed) {
      throw error("the file cannot be read: " + failed.getMessage());
    }
  }

  private int take() {
    int next = ahead == NOTHING ? read() : ahead;
    ahead = NOTHING;
    return next;
  }

  private int firstOfWord() {
    while (true) {
      int at = take();
      if (at == 0) {
        line = readingLine;
        throw error("found a NUL byte, so this is not a text file");
      }
      if (at == '/' && !marks.isEmpty()) {
        skipComment();
      } else if (at == comment && readingLine != wordLine) {
        skipLine();
      } else if (at == END || at > ' ') {
        return at;
      }
    }
  }

  private void skipLine() {
    int at = read();
    while (at != '\n' && at != END) {
      at = read();
    }
    ahead = at;
  }

  private void skipComment() {
    line = readingLine;
    int kind = read();
    if (kind != '/' && kind != '*') {
      throw error("found '/' that does not start a comment");
    }
    int before = 0;
    for (int at = read();; before = at, at = read()) {
      if (at == END && kind == '*') {
        throw error("this comment does not end");
      }
      if (at == END || (kind == '/' ? at == '\n' : before == '*' && at == '/')) {
        return;
      }
    }
  }
}
