package dev.inflight.net.credit;

import org.jspecify.annotations.Nullable;

/** The credit of one flow, in bytes of all that it sends with credit: how much it wants, and how much it was granted. */
abstract class Credit {
  final CreditRules rules;
  @Nullable
  Credit next; // in the pacer's turn
  boolean waits; // for its turn
  private long wantedBytes;
  private long grantedBytes;

  Credit(CreditRules rules) {
    this.rules = rules;
  }

  /** It wants so much in all, or more. */
  final void want(long bytes) {
    wantedBytes = Math.max(wantedBytes, bytes);
  }

  /** It wants so much more than it was granted, or more. */
  final void wantMore(long bytes) {
    want(grantedBytes + bytes);
  }

  /** How much it wants and was not granted. */
  final long openBytes() {
    return wantedBytes - grantedBytes;
  }

  /** Grants the next quantum, or what is wanted of it; returns how much. */
  final long grant() {
    long bytes = Math.min(rules.quantumBytes(), openBytes());
    grantedBytes += bytes;
    return bytes;
  }

  /** How much it was granted in all. */
  final long grantedBytes() {
    return grantedBytes;
  }

  /** It was granted more, which its sender has to learn. */
  abstract void granted(long nowPs);
}
