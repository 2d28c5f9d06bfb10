package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;

/**
 * The receiver takes bytes in order only, and the sender goes back to the first one that is missing, as RoCE NICs do. A timeout is
 * the scenario's {@code retransmitTimeout}.
 */
public record GoBackN() implements Recovery {
  /** The recovery; it has no parameters. */
  public static final GoBackN DEFAULT = new GoBackN();

  @Override
  public String name() {
    return "go-back-n";
  }

  @Override
  public RecoverySender sender(long sizeBytes, PathFacts path) {
    return new GoBackNSender(sizeBytes);
  }

  @Override
  public RecoveryReceiver receiver(int payloadBytes) {
    return new GoBackNReceiver();
  }

  @Override
  public boolean fitsAuthorsFrames() {
    return true;
  }
}
