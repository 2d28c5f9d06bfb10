package dev.inflight.net.paths;

/** The path by a hash of its addresses and ports, for the lifetime of the flow. */
public record OnePath() implements PathChoice {
  /** The only one. */
  public static final OnePath DEFAULT = new OnePath();

  @Override
  public String name() {
    return "one";
  }
}
