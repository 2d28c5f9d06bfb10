package dev.inflight.lab.print;

/** Quotes the user's input in messages: at most one line, without control characters. */
public final class Quoted {
  /** Maximum length of a quoted word. */
  private static final int MOST = 80;
  /** Maximum length of a message that quotes several words. */
  private static final int LONGEST_MESSAGE = 1200;
  private static final int TAIL = 250;

  private Quoted() {
  }

  /** Returns the text in single quotes. A long text is cut, and its length added. */
  public static String of(String text) {
    if (text.length() <= MOST) {
      return "'" + text + "'";
    }
    return "'" + text.substring(0, beforeSurrogate(text, MOST)) + "…' (" + text.codePointCount(0, text.length()) + " characters)";
  }

  /** Returns the text, cut if it is long. */
  public static String shortened(String text) {
    return text.length() <= MOST ? text : text.substring(0, beforeSurrogate(text, MOST)) + "…";
  }

  /** Returns a whole message, printable and of limited length. */
  public static String message(String text) {
    if (text.length() <= LONGEST_MESSAGE) {
      return printable(text);
    }
    int tail = beforeSurrogate(text, text.length() - TAIL);
    return printable(text.substring(0, beforeSurrogate(text, LONGEST_MESSAGE - TAIL)) + " … " + text.substring(tail));
  }

  private static int beforeSurrogate(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }

  /** Replaces control characters and those that change the writing direction by {@code \x1b} or {@code \u202e}. */
  public static String printable(String text) {
    if (text.chars().noneMatch(Quoted::commands)) {
      return text;
    }
    var printable = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (commands(c)) {
        printable.append(c < 0x100 ? "\\x%02x".formatted((int) c) : "\\u%04x".formatted((int) c));
      } else {
        printable.append(c);
      }
    }
    return printable.toString();
  }

  private static boolean commands(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || c == 0x200E || c == 0x200F || c >= 0x202A && c <= 0x202E
        || c >= 0x2066 && c <= 0x2069;
  }
}
