package dev.inflight.net.link;

/**
 * Which port is at the other end of a cable.
 *
 * @param node its node; {@link #UNKNOWN} where nobody says
 * @param number the port's number there, from 1
 */
public record FarEnd(int node, int number) {
  /** Nobody says which it is. */
  public static final FarEnd UNKNOWN = new FarEnd(-1, 0);
}
