package dev.inflight.net.link;

/**
 * Which port is at the other end of a cable.
 *
 * @param node its node; {@link #UNKNOWN} where it is unknown
 * @param number the port's number there, from 1
 */
public record FarEnd(int node, int number) {
  /** It is unknown. */
  public static final FarEnd UNKNOWN = new FarEnd(-1, 0);
}
