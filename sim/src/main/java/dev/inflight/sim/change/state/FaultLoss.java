package dev.inflight.sim.change.state;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.LossModel;
import dev.inflight.sim.random.BitErrors;
import dev.inflight.sim.random.RandomLoss;

/**
 * Packet losses of a faulty cable.
 *
 * @param kind unit that the rate refers to
 * @param rate probability of a packet, or of a bit, above 0 and at most 1
 */
public record FaultLoss(Kind kind, double rate) {
  /** Units that a rate refers to. */
  public enum Kind {
    /** Packets are lost at random. */
    PACKETS,
    /** Bits are wrong at random, and a packet with a wrong bit is lost. */
    BITS,
    /** No packet arrives. */
    ALL
  }

  /** Loss of all packets. */
  public static final FaultLoss ALL = new FaultLoss(Kind.ALL, 1);

  /** Checks the rate. */
  public FaultLoss {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("a loss rate must be above 0 and at most 1, found " + rate);
    }
  }

  /** Reason under which lost packets are counted. */
  public LinkObserver.Loss reason() {
    return kind == Kind.ALL ? LinkObserver.Loss.LINK_DOWN : LinkObserver.Loss.RANDOM;
  }

  /** Makes the loss model of a port. */
  public LossModel model(long seed, int port) {
    return switch (kind) {
      case PACKETS -> new RandomLoss(rate, seed, port);
      case BITS -> new BitErrors(rate, seed, port);
      case ALL -> packet -> packet.flow != null;
    };
  }
}
