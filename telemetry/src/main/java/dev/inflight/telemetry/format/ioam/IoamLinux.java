package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.Check;

/**
 * Pre-allocated trace with Linux routers as its hops (queue depth: kernels from 5.17 on): trace type 0xF60000, which requests hop limit and
 * node, both interfaces, seconds, microseconds, the data of the namespace, and queue depth.
 *
 * <p>Linux provides two of the four quantities that HPCC needs. Queue depth is the backlog of the egress interface's queueing discipline,
 * in bytes with their Ethernet headers, 0 for an interface without one. The trace has neither the rate nor transmitted bytes, so this codec
 * replaces them:
 *
 * <ul>
 * <li>The rate is that of the link in the network's table, or, for a link that the table lacks, the data that the router's administrator
 * has set for the namespace ({@code ip ioam namespace add ID data RATE}), in units of {@code rateUnitBitsPerSec}. All interfaces of a
 * router share this number, so it should be that of the slowest one.
 * <li>A link with a queue is fully used. The use of a link without a queue is unknown, so {@code emptyUse} replaces it. Below the target
 * utilization it lets windows grow until a queue builds up; a smaller value makes them grow faster.
 * </ul>
 *
 * <p>A hop that lacks one of node, queue depth, time stamp and rate cannot be measured.
 */
public final class IoamLinux extends NetworkCodec<IoamFormat> {
  /** Default unit of a namespace's data: 1 kb/s, so that it can express 4 Tb/s. */
  public static final long RATE_UNIT_BITS_PER_SEC = 1000;
  /** Default use of a link without a queue. */
  public static final double EMPTY_USE = 0.8;

  private static final int TRACE_TYPE = 0xF60000;
  private static final int OPTION_TYPE = 0x31;
  private static final long UNAVAILABLE = 0xFFFF_FFFFL;

  private final TelemetryCodec trace;
  private final LinkRates links;
  private final long rateUnitBitsPerSec;
  private final double emptyUse;
  private final boolean saysUse;

  /**
   * Creates the codec of a namespace's traces.
   *
   * @param namespaceId 0 to 65535
   * @param hops nodes for which a sender reserves room, 1 to 10
   * @param links rates of known links
   * @param rateUnitBitsPerSec unit of a namespace's data, above 0
   * @param emptyUse assumed use of a link without a queue, 0 to 1
   */
  public IoamLinux(int namespaceId, int hops, LinkRates links, long rateUnitBitsPerSec, double emptyUse) {
    this(namespaceId, hops, links, rateUnitBitsPerSec, emptyUse, true);
  }

  private IoamLinux(int namespaceId, int hops, LinkRates links, long rateUnitBitsPerSec, double emptyUse, boolean saysUse) {
    super(new IoamFormat(OPTION_TYPE, namespaceId, TRACE_TYPE, -1, hops, IoamTimestampFormat.POSIX, 1, 1));
    Check.count("hops", hops, 1);
    Check.rate("unit of a namespace's data", rateUnitBitsPerSec, 1);
    Check.within("use of a link without a queue", emptyUse, 0, 1);
    this.links = links;
    this.rateUnitBitsPerSec = rateUnitBitsPerSec;
    this.emptyUse = emptyUse;
    this.saysUse = saysUse;
    trace = format.in(NetworkFacts.UNKNOWN);
  }

  /**
   * Returns the codec of a namespace's traces for display only: it does not replace the links' use, which the traces lack.
   *
   * @param namespaceId 0 to 65535
   * @param rateUnitBitsPerSec unit of a namespace's data, above 0
   */
  public static IoamLinux watched(int namespaceId, long rateUnitBitsPerSec) {
    return new IoamLinux(namespaceId, 1, LinkRates.NONE, rateUnitBitsPerSec, EMPTY_USE, false);
  }

  /** Creates the codec of a namespace's traces with router rates in kb/s. */
  public IoamLinux(int namespaceId, int hops) {
    this(namespaceId, hops, LinkRates.NONE, RATE_UNIT_BITS_PER_SEC, EMPTY_USE);
  }

  @Override
  public int sizeBytes(int hopsWritten) {
    return trace.sizeBytes(hopsWritten);
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    return trace.begin(bytes, offset, question);
  }

  @Override
  public boolean isEmpty(byte[] bytes, int offset, int length) {
    return trace.isEmpty(bytes, offset, length);
  }

  /** Stamper of a router in Inflight, which has no data for the namespace. */
  @Override
  public Stamper stamper(EgressLink link) {
    return trace.stamper(link);
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    DecodeStatus outcome = trace.read(bytes, offset, length, into);
    if (outcome == DecodeStatus.READ && into.count() > 0) {
      int end = offset + format.lengthBytes(bytes, offset, length);
      measure(bytes, IoamOption.find(bytes, offset, end, OPTION_TYPE, format.namespaceId()), into);
    }
    return outcome;
  }

  /** Reads a valid trace a second time. */
  private void measure(byte[] bytes, int at, Hops into) {
    long header = BigEndian.get64(bytes, at);
    int type = IoamTrace.type(header);
    int first = IoamOption.firstNode(at, header);
    int count = into.count();
    long layout = IoamLayout.of(type, -1);
    boolean cutOff = into.cutOff();
    into.clear(IoamNodes.modulusPs(type), Long.MAX_VALUE);
    into.cutOff(cutOff);
    for (int node = count - 1; node >= 0; node--) {
      add(bytes, IoamNodes.at(bytes, first, node, type), type, layout, into);
    }
  }

  private void add(byte[] bytes, int at, int type, long layout, Hops into) {
    long node = IoamLayout.node(bytes, at, layout);
    long port = IoamLayout.egress(bytes, at, layout);
    long timePs = IoamLayout.timePs(bytes, at, layout, format.timestamps());
    long queue = IoamLayout.hasSojourn(type) ? -1 : IoamLayout.field(bytes, at, layout, IoamLayout.QUEUE_DEPTH);
    boolean complete = (node | queue) >= 0 && (timePs >= 0 || !into.hasClock());
    long rate = complete ? rate(bytes, at, type, node, port) : 0;
    into.add(Math.max(timePs, 0), 0, Math.max(queue, 0), rate, IoamNodes.link(node, port));
    if (queue < 0) {
      HopRecords.lastIsUnknown(into);
    }
    if (saysUse) {
      into.utilization(queue > 0 ? 1 : emptyUse);
    }
  }

  private long rate(byte[] bytes, int at, int type, long node, long port) {
    long known = port < 0 ? 0 : links.rateBitsPerSec(node, port);
    if (known > 0 || !IoamTraceType.has(type, IoamTraceType.NAMESPACE_DATA)) {
      return known;
    }
    long data = IoamNodes.word(bytes, at + IoamTrace.WORD_BYTES * IoamTraceType.wordsBefore(type, IoamTraceType.NAMESPACE_DATA));
    return data == UNAVAILABLE ? 0 : data * rateUnitBitsPerSec;
  }
}
