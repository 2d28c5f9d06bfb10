package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.format.hpcc.NativeRecord;

/**
 * Locator metadata LM. Each operator defines its content. Here four bits give the bottleneck's rate, and the rest identifies the
 * link: the switch's number modulo 2^12 in the wide tag, a three-bit hash of switch and port in the compact one. All ones mean
 * that no switch has written to the tag.
 */
public final class CsigLocator {
  private static final int RATE_BITS = 4;
  private static final int OTHER_RATE = 14;
  private static final int NODE_MULTIPLIER = 0x9E3779B9;
  private static final int PORT_MULTIPLIER = 0x85EBCA6B;

  private CsigLocator() {
  }

  public static int of(CsigTag tag, EgressLink link) {
    int code = NativeRecord.RATES.code(link.rateBitsPerSec());
    int restBits = tag.locatorBits() - RATE_BITS;
    int rest = tag == CsigTag.WIDE
        ? link.node() & (1 << restBits) - 1
        : link.node() * NODE_MULTIPLIER + link.port() * PORT_MULTIPLIER >>> Integer.SIZE - restBits;
    return (code < 0 ? OTHER_RATE : code) << restBits | rest;
  }

  /** Rate of the bottleneck in bit/s; 0 if the locator lacks it. */
  public static long rate(CsigTag tag, int locator) {
    return NativeRecord.RATES.rate(locator >>> tag.locatorBits() - RATE_BITS);
  }
}
