package dev.inflight.net.link;

/**
 * Port at the other end of a cable.
 *
 * @param node number of its node; {@link #UNKNOWN} has none
 * @param number the port's number there, from 1
 */
public record FarEnd(int node, int number) {
  /** The far end is unknown. */
  public static final FarEnd UNKNOWN = new FarEnd(-1, 0);
}
