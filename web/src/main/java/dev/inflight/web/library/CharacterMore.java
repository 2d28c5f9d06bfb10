package dev.inflight.web.library;

/** Methods of {@link Character} that TeaVM's lacks. */
public final class CharacterMore {
  private CharacterMore() {
  }

  /** A code point as text. */
  public static String toString(int codePoint) {
    return new String(Character.toChars(codePoint));
  }
}
