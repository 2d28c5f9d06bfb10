package dev.inflight.net.recovery;

/**
 * Nothing is acknowledged, and nothing retransmitted: datagrams, as UDP applications send them. What is in flight is known from probes, which
 * leave behind data and arrive behind it (draft-miao-rtgwg-hpccplus §7): whatever left before an answered probe has arrived, or never will. The
 * answer carries how many bytes have arrived.
 */
public record Unreliable() implements Recovery {
  /** The only one. */
  public static final Unreliable DEFAULT = new Unreliable();

  @Override
  public String name() {
    return "unreliable";
  }
}
