package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Packet;

/**
 * No acknowledgements and no retransmissions: datagrams, as UDP applications send them. Probes measure the bytes in flight
 * (draft-miao-rtgwg-hpccplus §7): data sent before an answered probe has either arrived or is lost. The response carries the
 * number of bytes that have arrived.
 */
public record Unreliable() implements Recovery {
  /** The only one. */
  public static final Unreliable DEFAULT = new Unreliable();

  @Override
  public String name() {
    return "unreliable";
  }

  @Override
  public RecoverySender sender(long sizeBytes, PathFacts path) {
    return new ProbedSender(sizeBytes);
  }

  @Override
  public RecoveryReceiver receiver(int payloadBytes) {
    return new ArrivalCounter();
  }

  @Override
  public boolean isReliable() {
    return false;
  }

  @Override
  public boolean carriesMessages() {
    return false;
  }

  /** Takes every packet of a flow as it comes, and counts. */
  static final class ArrivalCounter implements RecoveryReceiver {
    private long packets;
    private long bytes;

    @Override
    public Verdict take(Packet packet) {
      packets++;
      bytes += packet.payloadBytes;
      return Verdict.COUNT;
    }

    /** Number of packets that have come. */
    @Override
    public long expectedNumber() {
      return packets;
    }

    /** Number of bytes that have come. */
    @Override
    public long expectedBytes() {
      return bytes;
    }

    @Override
    public boolean reportsArrivals() {
      return false;
    }
  }
}
