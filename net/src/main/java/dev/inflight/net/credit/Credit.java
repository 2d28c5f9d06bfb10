package dev.inflight.net.credit;

import org.jspecify.annotations.Nullable;

/** The credit of one flow, in bytes of all that it sends: how much it wants, and how much it was granted. */
abstract class Credit {
  final CreditRules rules;
  @Nullable
  Credit next; // in the pacer's turn
  boolean waits; // for its turn
  private long leadPs; // granted before the link had time for it, and not made up for to others yet
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

  /** So much of what it has sent has not arrived, and will be sent again: it wants so much more. */
  final void owe(long bytes) {
    wantedBytes = Math.max(wantedBytes, grantedBytes) + bytes;
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

  /** The link's time that it was granted before the link had that time grows by so much; less than 0 for less. */
  final void lead(long morePs) {
    leadPs = Math.max(0, leadPs + morePs);
  }

  /** Whether it gives its turn to others, because it leads by a turn or more: each turn that it gives away reduces its lead by as much. */
  final boolean givesTurnAway(long turnPs) {
    if (leadPs < turnPs) {
      return false;
    }
    leadPs -= turnPs;
    return true;
  }

  /** How much it was granted in all. */
  final long grantedBytes() {
    return grantedBytes;
  }

  /** It was granted more: its sender is to be told. */
  abstract void granted(long nowPs);
}
