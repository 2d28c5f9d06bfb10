package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;

/** Rule for node names: up to 64 printable characters that do not form a number. */
public final class NodeName {
  /** Maximum number of characters. */
  public static final int MOST_CHARACTERS = 64;

  private NodeName() {
  }

  /**
   * Rejects an invalid name.
   *
   * @param owner description of the node, such as {@code node 7}
   * @throws IllegalArgumentException with the error in the name
   */
  public static void require(String name, String owner) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of " + owner + " is empty");
    }
    int characters = name.codePointCount(0, name.length());
    if (characters > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "the name of " + owner + " has " + characters + " characters, at most " + MOST_CHARACTERS + " are allowed");
    }
    if (name.codePoints().anyMatch(NodeName::commands)) {
      throw new IllegalArgumentException("the name of " + owner
          + " has a non-printing character, such as a tab or a text-direction mark; letters, digits and punctuation are allowed");
    }
    if (!name.equals(name.strip())) {
      throw new IllegalArgumentException("the name " + Quoted.of(name) + " of " + owner + " starts or ends with a space");
    }
    if (NodeReference.isNumber(name)) {
      throw readsAsNumber(name, owner);
    }
  }

  static IllegalArgumentException readsAsNumber(String name, String owner) {
    return new IllegalArgumentException(
        "the name " + Quoted.of(name) + " of " + owner + " reads as the number of another; put a letter to it");
  }

  /** Reports whether a character is not printable or not assigned. */
  private static boolean commands(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE,
          Character.UNASSIGNED, Character.PRIVATE_USE ->
        true;
      default -> false;
    };
  }
}
