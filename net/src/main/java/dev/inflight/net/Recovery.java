package dev.inflight.net;

/** How flows recover from losses: a record of parameters. What both ends do is in {@link Reassembly} and {@link Resend}. */
public sealed interface Recovery permits GoBackN, Irn {
  /** Its name in scenarios, such as {@code irn}. */
  String name();
}
