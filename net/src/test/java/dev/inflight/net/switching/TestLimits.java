package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.pfc.ByRateProfile;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import java.util.Arrays;
import java.util.List;

/** Limits of ports for tests of buffers. */
final class TestLimits {
  private TestLimits() {
  }

  /** The paper's rule with a given headroom. */
  static List<PfcLimits> byRate(int headroomBytes, long[] ratesBitsPerSec, long nicRateBitsPerSec) {
    return Arrays.stream(ratesBitsPerSec).mapToObj(rate -> {
      PfcLimits rule = ByRateProfile.DEFAULT.limits(new PfcProfile.Cable(rate, 0, Framing.REFERENCE, 0), nicRateBitsPerSec);
      return new PfcLimits(rule.reservedBytes(), headroomBytes, rule.th(), rule.xoffBytes(), rule.xonBytes(),
          rule.xonOffsetBytes());
    }).toList();
  }

  /** Reserved memory of a port for each priority by the paper's rule, in bytes. */
  static long portBytes(long rateBitsPerSec, long delayPs, Framing framing) {
    return ByRateProfile.DEFAULT.limits(new PfcProfile.Cable(rateBitsPerSec, delayPs, framing, 0), rateBitsPerSec)
        .setAsideBytes();
  }
}
