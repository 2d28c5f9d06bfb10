package dev.inflight.lab.cables;

import dev.inflight.lab.read.SourceLocation;

/** One node as a file states it. */
public final class StatedNode {
  static final int NOT_STATED = -1;

  private final String name;
  private final SourceLocation place;
  private String role = "";
  private int number = NOT_STATED;
  private boolean isUsuallyHost;

  StatedNode(String name, SourceLocation place) {
    this.name = name;
    this.place = place;
  }

  /** Name of the node in the file. */
  String name() {
    return name;
  }

  /** Place where the file first names the node. */
  SourceLocation place() {
    return place;
  }

  /** Role, kind or type in the file's words; empty where none is stated. */
  String role() {
    return role;
  }

  /** Number of the node, or {@link #NOT_STATED}. */
  int number() {
    return number;
  }

  /** Makes this node a host where neither its role nor its name shows its kind. */
  public void usuallyHost() {
    isUsuallyHost = true;
  }

  boolean isUsuallyHost() {
    return isUsuallyHost;
  }

  /** Adds a role. The first one that shows whether this node is a host takes precedence. */
  public void role(String value) {
    if (!value.isBlank() && NodeWords.kind(role).isEmpty()) {
      role = value.strip();
    }
  }

  /**
   * Sets the node's number.
   *
   * @throws dev.inflight.lab.read.InputError when the node already has another number
   */
  void number(int value, SourceLocation from) {
    if (number != NOT_STATED && number != value) {
      throw from.error("node '" + name + "' has the number " + value + " here and " + number + " at " + place);
    }
    number = value;
  }
}
