package dev.inflight.lab.cables.graph;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;

/** Tokens of a DOT file, one after another. */
final class DotTokens {
  private static final String MARKS = "{}[];,=:";

  private final InputText text;
  private int line;
  private int at;
  /** The next token; empty at the end of the file, where {@link #isEnd} is true. */
  private String token = "";
  private boolean isIdentifier;
  private boolean isQuoted;
  private boolean isEnd;
  private int lineOfToken;
  private int columnOfToken;

  DotTokens(InputText text) {
    this.text = text;
    advance();
  }

  boolean isEnd() {
    return isEnd;
  }

  /** Reports whether the next token is this mark. */
  boolean is(String mark) {
    return !isIdentifier && !isEnd && token.equals(mark);
  }

  /** Reports whether the next token is this keyword; a quoted token is a name instead. */
  boolean isWord(String keyword) {
    return isIdentifier && !isQuoted && token.equalsIgnoreCase(keyword);
  }

  /** Returns the next token and advances. */
  String next() {
    String taken = token;
    advance();
    return taken;
  }

  void require(String mark) {
    if (!is(mark)) {
      throw unexpected(mark);
    }
    advance();
  }

  /** Takes a name or a value; {@code +} may join parts of it in quotes. */
  String identifier(String what) {
    if (!isIdentifier) {
      throw unexpected(what);
    }
    var whole = new StringBuilder();
    boolean quoted = isQuoted;
    whole.append(next());
    while (quoted && is("+")) {
      advance();
      if (!isQuoted) {
        throw unexpected("a text in quotes");
      }
      whole.append(next());
    }
    return whole.toString();
  }

  InputError unexpected(String expected) {
    return place().error("expected " + expected + ", found " + (isEnd ? "the end of the file" : Quoted.of(token)));
  }

  SourceLocation place() {
    return text.at(Math.min(lineOfToken + 1, text.lines().size())).column(columnOfToken + 1);
  }

  private void advance() {
    isIdentifier = false;
    isQuoted = false;
    token = "";
    skip();
    lineOfToken = line;
    columnOfToken = at;
    if (line >= text.lines().size()) {
      isEnd = true;
      return;
    }
    String here = text.lines().get(line);
    char c = here.charAt(at);
    if (c == '"') {
      quoted();
    } else if (c == '<') {
      html();
    } else if (here.startsWith("--", at) || here.startsWith("->", at)) {
      token = here.substring(at, at + 2);
      at += 2;
    } else if (isPartOfName(c) || c == '-' || c == '.') {
      int from = at++;
      while (at < here.length() && (isPartOfName(here.charAt(at)) || here.charAt(at) == '.')) {
        at++;
      }
      token = here.substring(from, at);
      isIdentifier = true;
    } else if (MARKS.indexOf(c) >= 0 || c == '+') {
      token = String.valueOf(c);
      at++;
    } else {
      token = String.valueOf(c);
      throw unexpected("a name, a mark or a text in quotes");
    }
  }

  private static boolean isPartOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c >= 0x80;
  }

  /** Skips blanks, comments as in C and C++, and preprocessor lines. */
  private void skip() {
    while (line < text.lines().size()) {
      String here = text.lines().get(line);
      if (at == 0 && here.startsWith("#")) {
        at = here.length();
      }
      while (at < here.length() && Character.isWhitespace(here.charAt(at))) {
        at++;
      }
      if (here.startsWith("//", at)) {
        at = here.length();
      } else if (here.startsWith("/*", at)) {
        comment();
        continue;
      }
      if (at < here.length()) {
        return;
      }
      line++;
      at = 0;
    }
  }

  private void comment() {
    SourceLocation begin = text.at(line + 1);
    at += 2;
    while (line < text.lines().size()) {
      int end = text.lines().get(line).indexOf("*/", at);
      if (end >= 0) {
        at = end + 2;
        return;
      }
      line++;
      at = 0;
    }
    throw begin.error("this comment has no end");
  }

  private void quoted() {
    SourceLocation begin = text.at(line + 1);
    var content = new StringBuilder();
    at++;
    while (line < text.lines().size()) {
      String here = text.lines().get(line);
      for (; at < here.length(); at++) {
        char c = here.charAt(at);
        if (c == '"') {
          at++;
          token = content.toString();
          isIdentifier = true;
          isQuoted = true;
          return;
        }
        if (c == '\\' && at + 1 < here.length()) {
          at++;
          content.append(escaped(here.charAt(at)));
        } else if (c != '\\') {
          content.append(c);
        }
      }
      content.append(here.endsWith("\\") ? "" : "\n");
      line++;
      at = 0;
    }
    throw begin.error("this quoted text has no closing quote");
  }

  /**
   * Returns the text of an escape: the quote for {@code \"}, a blank for a label's line end; {@code \N}, a node's name, remains.
   */
  private static String escaped(char c) {
    return switch (c) {
      case 'n', 'l', 'r' -> "\n";
      case '"', '\\' -> String.valueOf(c);
      default -> "\\" + c;
    };
  }

  /** Skips a label in HTML. */
  private void html() {
    SourceLocation begin = text.at(line + 1);
    int depth = 0;
    while (line < text.lines().size()) {
      String here = text.lines().get(line);
      for (; at < here.length(); at++) {
        depth += here.charAt(at) == '<' ? 1 : here.charAt(at) == '>' ? -1 : 0;
        if (depth == 0) {
          at++;
          token = "";
          isIdentifier = true;
          isQuoted = true;
          return;
        }
      }
      line++;
      at = 0;
    }
    throw begin.error("this text in angle brackets has no closing bracket");
  }
}
