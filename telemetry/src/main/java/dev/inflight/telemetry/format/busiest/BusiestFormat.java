package dev.inflight.telemetry.format.busiest;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.Check;

/**
 * Compare and replace (draft-pan-tsvwg-hpccplus §3): one record of twelve bytes between UDP and BTH, which a switch replaces by its own record if its link
 * is busier. Big-endian. The draft gives no layout; this one is Inflight's.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |               U               |      hop      |     hops      |
 * +-------------------------------+---------------+---------------+
 * |                 switch                |         port          |
 * +---------------------------------------+-----------------------+
 * |               B               |             qLen              |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * U: the measure compared, the link's normalized bytes in flight as its port averages them over T/32 ({@link
 * dev.inflight.telemetry.util.PortInflightMeter}), in
 * units of 2^-10, rounded, up to 64. hop: which one of the switches on the path it is, from 1. hops: how many have looked; up to 255. switch and
 * port: the recorded port, 20 and 12 bits. B: the link's rate in Gb/s, rounded down, up to 65,535. qLen: what waits, in units of 256 bytes, rounded
 * down, saturating. Of equal U, the first stays. hops 0: no record yet, and all else is 0.
 *
 * @param udpPort the UDP destination port that marks the header, which is not assigned; the original one is 4791 (RoCEv2)
 * @param tPs T, by which a switch normalizes; it averages over T/32; 0: the network's base RTT
 */
public record BusiestFormat(int udpPort, long tPs) implements BehindUdp, NetworkFormat {
  /** Default format, behind UDP port 64795. */
  public static final BusiestFormat DEFAULT = new BusiestFormat(64795, 0);

  private static final int MOST_HOPS = 255;

  /** Checks the ranges. */
  public BusiestFormat {
    BehindUdp.checkPort(udpPort);
    Check.check("T in ps", tPs, 0, Long.MAX_VALUE);
  }

  @Override
  public String name() {
    return "busiest";
  }

  @Override
  public int reflectionCode() {
    return 10;
  }

  @Override
  public boolean dependsOnParameters(DecodedHeader description) {
    return false;
  }

  @Override
  public int maxHops() {
    return MOST_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return BusiestRecord.BYTES;
  }

  @Override
  public String locatorName(int locator) {
    return BusiestRecord.name(locator);
  }

  @Override
  public boolean bottleneckOnly() {
    return true;
  }

  @Override
  public TelemetryCodec in(NetworkFacts network) {
    return new BusiestCodec(this, tPs > 0 ? tPs : network.baseRttPs());
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    return BusiestRecord.clear(bytes, offset);
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return BusiestRecord.BYTES;
  }
}
