package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.UtilizationMeter;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.tcp.TcpHeader;

/**
 * Switch port that writes the {@link TcpIntOption} of departing segments. It replaces INTval, HopID and LinkSpd if its link is
 * busier than INTval, and adds the segment's time in the switch to HopLat. It corrects the TCP checksum, so a wrong one stays
 * wrong. Segments keep their length. A segment without the option, or with a malformed header, stays unchanged.
 *
 * <p>The port ignores TagFreq: it writes to every segment, so receiving hosts cannot merge segments.
 *
 * <p>Each port needs its own object. Segments cause no allocation. Not thread-safe.
 */
public final class TcpIntPort {
  private static final long PS_PER_NS = 1000;
  private static final long MOST_LATENCY_NS = 0xFFFF_FFFFL;

  private final TcpIntLoad loads;
  private final long rateBitsPerSec;
  private final int rateCode;
  private final UtilizationMeter meter;

  /**
   * Creates a port.
   *
   * @param intervalPs interval over which the port measures its utilization, in picoseconds, above 0
   */
  public TcpIntPort(EgressLink link, TcpIntLoad loads, long intervalPs) {
    this.loads = loads;
    rateBitsPerSec = link.rateBitsPerSec();
    rateCode = TcpIntLoad.rateCode(rateBitsPerSec);
    meter = new UtilizationMeter(rateBitsPerSec, intervalPs);
  }

  /**
   * Processes a departing segment.
   *
   * @param tcp index at which its TCP header starts
   * @param end index at which it ends, at most the array's length
   * @param snapshot state at the instant at which its first bit leaves, not before that of the previous call
   * @return true if it has the option
   */
  public boolean stamp(byte[] bytes, int tcp, int end, PortSnapshot snapshot) {
    double utilization = meter.at(snapshot.nowPs, snapshot.sentBytes);
    int at = TcpIntOption.find(bytes, tcp, end);
    if (at == TcpIntOption.ABSENT) {
      return false;
    }
    // Start of the covered 16-bit words; the option may start at an odd index.
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
