package dev.inflight.lab.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Text file of the user in UTF-8, with any line ends.
 *
 * @param path path of the file, as the user wrote it
 * @param lines its lines without line ends
 * @param noFiles reason why the text may not name files, as text from untrusted senders; null if it may
 */
public record InputText(Path path, List<String> lines, @Nullable String noFiles) {
  private static final String LOOP = "this symbolic link leads back to itself";
  private static final int LETTERS_OF_AN_EDIT = 3;
  private static final String BLANKS = " \t\f\u000B\r\n";
  /** Paths of a process's open files. Relative names never refer to the folder of a file behind such a path. */
  private static final Pattern DESCRIPTOR = Pattern.compile("/dev/(stdin|fd/\\d+)|/proc/.+/fd/\\d+");
  /** First of the characters that represent bytes outside UTF-8. */
  private static final char FOREIGN = '\uDC00';
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Creates a text that may name files. */
  public InputText(Path path, List<String> lines) {
    this(path, lines, null);
  }

  /** Reads a table, which may be long, or reports why its format is unknown. */
  public static InputText read(Path path) {
    return read(path, InputBytes.table());
  }

  /** Reads a file of at most {@code mostBytes} bytes. */
  public static InputText read(Path path, long mostBytes) {
    requireFile(path);
    return of(path, InputBytes.read(path, mostBytes));
  }

  /** Reads a file of at most {@code mostBytes} bytes. {@code look} receives the first bytes before an error about the content. */
  public static InputText read(Path path, long mostBytes, Consumer<byte[]> look) {
    requireFile(path);
    return of(path, InputBytes.read(path, mostBytes, System.err, look));
  }

  /**
   * Reads another program's table, with comments in any encoding. A byte outside UTF-8 is an error only in a {@link Tokens#word}.
   */
  public static InputText readForeign(Path path) {
    requireFile(path);
    return ofForeign(path, InputBytes.read(path, InputBytes.table()));
  }

  /** Reads such a table of at most {@code mostBytes} bytes. {@code look} receives the first bytes. */
  public static InputText readForeign(Path path, long mostBytes, Consumer<byte[]> look) {
    requireFile(path);
    return ofForeign(path, InputBytes.read(path, mostBytes, System.err, look));
  }

  /** Returns the text of such a file. */
  public static InputText of(Path path, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
      throw notUtf8(new SourceLocation(path.toString(), InputBytes.lineOf(bytes, in.position())));
    }
    return of(path, out.flip().toString());
  }

  /** Returns the text of another program's file, with comments in any encoding. */
  public static InputText ofForeign(Path path, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    for (CoderResult step = decoder.decode(in, out, true); step.isError(); step = decoder.decode(in, out, true)) {
      for (int at = 0; at < step.length(); at++) {
        out.put((char) (FOREIGN + (in.get() & 0xff)));
      }
    }
    return of(path, out.flip().toString());
  }

  /** Rejects a file from {@link #ofForeign} that has bytes outside UTF-8. */
  public void requireUtf8() {
    for (int line = 0; line < lines.size(); line++) {
      if (isForeign(lines.get(line))) {
        throw notUtf8(at(line + 1));
      }
    }
  }

  /** Reports whether a text has bytes outside UTF-8. Unpaired surrogates, which UTF-8 excludes, represent them. */
  static boolean isForeign(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (Character.isLowSurrogate(text.charAt(at)) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)))) {
        return true;
      }
    }
    return false;
  }

  static InputError notUtf8(SourceLocation place) {
    return place.error("found bytes that are not UTF-8, so this is not a text file");
  }

  private static InputText of(Path path, String decoded) {
    SourceLocation place = SourceLocation.of(path);
    String text = decoded;
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    if (text.isBlank()) {
      throw place.error("the file is empty");
    }
    return new InputText(path, text.lines().toList());
  }

  /** Rejects a path without a file. */
  public static void requireFile(Path path) {
    SourceLocation place = SourceLocation.of(path);
    if (Files.isDirectory(path)) {
      throw new MissingFile(place + ": this is a folder; a file is needed");
    }
    if (!Files.exists(path)) {
      deadLink(path).ifPresent(what -> {
        throw new MissingFile(place + ": " + what);
      });
      throw new MissingFile(place + ": there is no such file" + neighbor(path));
    }
  }

  /** Returns the error about a link without a target. */
  private static Optional<String> deadLink(Path path) {
    if (!Files.isSymbolicLink(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of("this is a symbolic link to " + path.toRealPath() + ", which cannot be read");
    } catch (NoSuchFileException gone) {
      return Optional.of("this is a symbolic link to " + targetOf(path) + ", which is not there");
    } catch (FileSystemLoopException loop) {
      return Optional.of(LOOP);
    } catch (IOException other) {
      boolean loop = other instanceof FileSystemException failure
          && String.valueOf(failure.getReason()).contains("symbolic link");
      return Optional.of(loop ? LOOP : "this is a symbolic link to " + targetOf(path) + ", which cannot be read");
    }
  }

  private static String targetOf(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException unreadable) {
      return "a file";
    }
  }

  /** Returns the end of a message about a missing path: the similar name next to it, or the lack of its folder; otherwise empty. */
  public static String neighbor(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    Path name = path.getFileName();
    if (folder == null || name == null || !Files.isDirectory(folder)) {
      return folder == null ? "" : "; there is no folder " + (path.getParent() == null ? folder : path.getParent()) + " either";
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
      return Suggestion.near(name.toString(), names, LETTERS_OF_AN_EDIT)
          .map(near -> "; did you mean " + path.resolveSibling(near) + "?").orElse("");
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** Line of this file, from 1. */
  public SourceLocation at(int line) {
    return new SourceLocation(path.toString(), line);
  }

  /** Place of the whole file. */
  public SourceLocation whole() {
    return SourceLocation.of(path);
  }

  /** Nonblank lines, split at blanks. */
  public List<Tokens> fields() {
    return IntStream.range(0, lines.size()).filter(at -> !lines.get(at).isBlank())
        .mapToObj(at -> new Tokens(at(at + 1), words(lines.get(at).strip()))).toList();
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    int from = 0;
    for (int at = 0; at <= line.length(); at++) {
      if (at == line.length() || BLANKS.indexOf(line.charAt(at)) >= 0) {
        if (at > from) {
          words.add(line.substring(from, at));
        }
        from = at + 1;
      }
    }
    return words;
  }

  /**
   * Returns the path of a file that this one names. A relative name is relative to this file's folder, also in messages.
   * For input from a pipe, which has no folder, it is relative to the working directory.
   */
  public Path sibling(String name) {
    requireFilesAllowed(whole());
    return isPipe(path) ? Path.of(name) : path.resolveSibling(name);
  }

  /** Returns the text with an error, for this reason, about each file that it names. */
  public InputText alone(String reason) {
    return new InputText(path, lines, reason);
  }

  /**
   * Rejects a file that this text names, unless the text may name files.
   *
   * @param place place of the name
   */
  public void requireFilesAllowed(SourceLocation place) {
    requireFilesAllowed(place, "this scenario");
  }

  /** Rejects a file that this text names, unless the text may name files; {@code what} describes the text. */
  void requireFilesAllowed(SourceLocation place, String what) {
    if (noFiles != null) {
      throw place.error(what + " names a file, and " + noFiles);
    }
  }

  /**
   * Reports whether a path is not a file in a folder: standard input, a shell's process substitution ({@code /dev/fd/63}), or a
   * device. {@code /dev/shm} has ordinary files.
   */
  public static boolean isPipe(Path path) {
    boolean ofSystem = path.startsWith("/dev") || path.startsWith("/proc");
    return ofSystem && (DESCRIPTOR.matcher(path.toString()).matches() || isDevice(path));
  }

  private static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path);
  }
}
