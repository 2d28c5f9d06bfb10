package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.UtilizationMeter;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.tcp.TcpHeader;

/**
 * What a switch port does to the {@link TcpIntOption} of segments that leave through it: INTval, HopID and LinkSpd become its own where its
 * link is busier than INTval says, HopLat grows by the time that the segment spent here, and the TCP checksum is corrected for both, so that
 * a wrong one stays wrong. A segment keeps its length, and one without the option, or with a malformed header, is not touched.
 *
 * <p>TagFreq is kept and not obeyed: every segment is written to, which costs receiving hosts the merging of segments.
 *
 * <p>One for each port; allocates nothing for a segment. Not thread-safe.
 */
public final class TcpIntPort {
  private static final long PS_PER_NS = 1000;
  private static final long MOST_LATENCY_NS = 0xFFFF_FFFFL;

  private final TcpIntLoad loads;
  private final long rateBitsPerSec;
  private final int rateCode;
  private final UtilizationMeter meter;

  /**
   * A port.
   *
   * @param intervalPs over which it measures its utilization, in picoseconds, above 0
   */
  public TcpIntPort(EgressLink link, TcpIntLoad loads, long intervalPs) {
    this.loads = loads;
    rateBitsPerSec = link.rateBitsPerSec();
    rateCode = TcpIntLoad.rateCode(rateBitsPerSec);
    meter = new UtilizationMeter(rateBitsPerSec, intervalPs);
  }

  /**
   * Lets a segment leave.
   *
   * @param tcp where its TCP header starts
   * @param end where it ends, at most the array's
   * @param snapshot the instant at which its first bit leaves, not before that of the call before
   * @return whether it has the option
   */
  public boolean stamp(byte[] bytes, int tcp, int end, PortSnapshot snapshot) {
    double utilization = meter.at(snapshot.nowPs, snapshot.sentBytes);
    int at = TcpIntOption.find(bytes, tcp, end);
    if (at == TcpIntOption.ABSENT) {
      return false;
    }
    // Whole words of the header, wherever the option starts: its end is even, as the option has whole words too.
    int from = at - (at - tcp & 1);
    int length = TcpIntOption.BYTES + 2 * (at - from);
    int before = InternetChecksum.sum(bytes, from, length);
    int load = loads.value(utilization, snapshot.queueBytes, rateBitsPerSec);
    if (load > TcpIntOption.load(bytes, at)) {
      TcpIntOption.busiest(bytes, at, load, snapshot.hopLimit, rateCode);
    }
    long here = Math.max(0, snapshot.nowPs - snapshot.arrivedPs) / PS_PER_NS;
    long sum = (long) TcpIntOption.latency(bytes, at) * TcpIntOption.LATENCY_UNIT_NS + here;
    TcpIntOption.latency(bytes, at, (int) (Math.min(sum, MOST_LATENCY_NS) / TcpIntOption.LATENCY_UNIT_NS));
    TcpHeader.changeChecksum(bytes, tcp, before, InternetChecksum.sum(bytes, from, length));
    return true;
  }
}
