package dev.inflight.net.credit;

import org.jspecify.annotations.Nullable;

/** The credit of one flow, in bytes of all data that it sends with credit: requested and granted bytes. */
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

  /** Raises the request to at least this total. */
  final void want(long bytes) {
    wantedBytes = Math.max(wantedBytes, bytes);
  }

  /** Raises the request to at least this much above the grant. */
  final void wantMore(long bytes) {
    want(grantedBytes + bytes);
  }

  /** Requested bytes that are not granted. */
  final long openBytes() {
    return wantedBytes - grantedBytes;
  }

  /** Grants the next quantum, or the rest of the request, and returns its bytes. */
  final long grant() {
    long bytes = Math.min(rules.quantumBytes(), openBytes());
    grantedBytes += bytes;
    return bytes;
  }

  /** Total granted bytes. */
  final long grantedBytes() {
    return grantedBytes;
  }

  /** Called after a grant, which the flow's sender has to receive. */
  abstract void granted(long nowPs);
}
