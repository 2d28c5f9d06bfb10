package dev.inflight.net.paths;

/** The one that a hash of its addresses and ports gives, for all of its life. */
public record OnePath() implements PathChoice {
  /** The only one. */
  public static final OnePath DEFAULT = new OnePath();

  @Override
  public String name() {
    return "one";
  }
}
