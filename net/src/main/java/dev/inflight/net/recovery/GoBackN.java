package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;

/**
 * The receiver accepts bytes only in order, and the sender returns to the first missing byte, as RoCE NICs do. The timeout is
 * the scenario's retransmitTimeout.
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
