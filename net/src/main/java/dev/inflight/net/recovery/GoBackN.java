package dev.inflight.net.recovery;

/**
 * The receiver takes bytes in order only, and the sender goes back to the first one that is missing, as RoCE NICs do. A timeout is
 * {@code HostConfig.Sending.retransmitTimeoutPs}.
 */
public record GoBackN() implements Recovery {
  /** The recovery; it has no parameters. */
  public static final GoBackN DEFAULT = new GoBackN();

  @Override
  public String name() {
    return "go-back-n";
  }
}
