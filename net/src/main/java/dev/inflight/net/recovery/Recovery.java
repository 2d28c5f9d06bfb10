package dev.inflight.net.recovery;

/** How flows recover from losses: a record of parameters. What both ends do is in {@link RecoveryReceiver} and {@link RecoverySender}. */
public sealed interface Recovery permits GoBackN, Irn, Selective, Unreliable, Tcp {
  /** No first timeout is longer than this: 1000 s. */
  long LONGEST_WAIT_PS = 1_000_000_000_000_000L;

  /** Its name in scenarios, such as {@code irn}. */
  String name();
}
