package dev.inflight.web.library;

/** Methods of {@link Character} that TeaVM's lacks. */
public final class CharacterMore {
  private CharacterMore() {
  }

  /** Text of a code point. */
  public static String toString(int codePoint) {
    return new String(Character.toChars(codePoint));
  }
}
