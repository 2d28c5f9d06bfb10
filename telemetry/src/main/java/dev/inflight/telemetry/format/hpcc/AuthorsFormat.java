package dev.inflight.telemetry.format.hpcc;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.RateCodes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The header of the HPCC authors' simulator: five 64-bit records that the sender reserves, then a 16-bit hop count (42 bytes for any path); little-endian,
 * no path identity. It is not Figure 7 of the paper.
 *
 * <pre>
 *  63                          47                              27                                   3   0
 * +-----------------------------+-------------------------------+-----------------------------------+-----+
 * |         qLen (17)           |         txBytes (20)          |             TS (24)               |B (3)|
 * +-----------------------------+-------------------------------+-----------------------------------+-----+
 * </pre>
 *
 * TS: nanoseconds modulo 2^24. txBytes: units of 128 bytes times the multiplier, modulo 2^20. qLen: units of 80 bytes times the multiplier,
 * modulo 2^17. A sixth hop overwrites the first; readers that see a count above five find the report cut off.
 *
 * <p>It exists in their simulator's frames only and not in real ones.
 *
 * @param multiplier factor of the byte units (INT_MULTI), 1 to 65535
 */
public record AuthorsFormat(int multiplier) implements TelemetryFormat {
  /** Default format, with the authors' usual units: 128 and 80 bytes. */
  public static final AuthorsFormat DEFAULT = new AuthorsFormat(1);

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final RateCodes RATES = new RateCodes(25, 50, 100, 200, 400);

  private static final int MAX_HOPS = 5;
  private static final int RECORD_BYTES = 8;
  private static final int COUNT_OFFSET = MAX_HOPS * RECORD_BYTES;
  private static final int SIZE_BYTES = COUNT_OFFSET + 2;
  private static final int TIME_SHIFT = 3;
  private static final int SENT_SHIFT = 27;
  private static final int QUEUE_SHIFT = 47;
  private static final long TIME_MASK = (1L << 24) - 1;
  private static final long SENT_MASK = (1L << 20) - 1;
  private static final long QUEUE_MASK = (1L << 17) - 1;
  private static final long PS_PER_NS = 1000;

  /** Checks the multiplier. */
  public AuthorsFormat {
    Check.check("multiplier", multiplier, 1, 0xFFFF);
  }

  @Override
  public String name() {
    return "authors";
  }

  @Override
  public HeaderPlacement placement() {
    return HeaderPlacement.AFTER_UDP;
  }

  @Override
  public int marker() {
    return 0;
  }

  @Override
  public int reflectionCode() {
    return 0;
  }

  private long sentUnitBytes() {
    return 128L * multiplier;
  }

  private long queueUnitBytes() {
    return 80L * multiplier;
  }

  @Override
  public int maxHops() {
    return MAX_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return SIZE_BYTES;
  }

  @Override
  public RateCodes rates() {
    return RATES;
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    SHORT.set(bytes, offset + COUNT_OFFSET, (short) 0);
    return SIZE_BYTES;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return SIZE_BYTES;
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return -1;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new AuthorsStamper(RATES.require(name(), link.rateBitsPerSec()), sentUnitBytes(), queueUnitBytes());
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    into.clear((TIME_MASK + 1) * PS_PER_NS, (SENT_MASK + 1) * sentUnitBytes());
    if (length < SIZE_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int hops = (short) SHORT.get(bytes, offset + COUNT_OFFSET) & 0xFFFF;
    into.cutOff(hops > MAX_HOPS);
    for (int hop = 0; hop < Math.min(hops, MAX_HOPS); hop++) {
      long word = (long) LONG.get(bytes, offset + RECORD_BYTES * hop);
      into.add((word >>> TIME_SHIFT & TIME_MASK) * PS_PER_NS, (word >>> SENT_SHIFT & SENT_MASK) * sentUnitBytes(),
          (word >>> QUEUE_SHIFT) * queueUnitBytes(), RATES.rate((int) word & 7));
    }
    return DecodeStatus.READ;
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    var hops = new Hops(MAX_HOPS);
    DecodeStatus outcome = read(bytes, offset, length, hops);
    var records = new ArrayList<List<Field>>();
    for (int hop = 0; hop < hops.count(); hop++) {
      records
          .add(List.of(new Field("rateBitsPerSec", hops.rateBitsPerSec(hop)), new Field("timeNs", hops.timePs(hop) / PS_PER_NS),
              new Field("txBytes", hops.sentBytes(hop)), new Field("queueBytes", hops.queueBytes(hop))));
    }
    var header = outcome == DecodeStatus.READ
        ? List.of(new Field("nHop", (short) SHORT.get(bytes, offset + COUNT_OFFSET) & 0xFFFFL))
        : List.<Field>of();
    return new DecodedHeader(name(), outcome, header, records);
  }

  private record AuthorsStamper(int rateCode, long sentUnitBytes, long queueUnitBytes) implements Stamper {
    @Override
    public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
      if (length < SIZE_BYTES) {
        return 0;
      }
      int hops = (short) SHORT.get(bytes, offset + COUNT_OFFSET) & 0xFFFF;
      long time = snapshot.nowPs / PS_PER_NS & TIME_MASK;
      long sent = snapshot.sentBytes / sentUnitBytes & SENT_MASK;
      long queueBytes = snapshot.queueBytes;
      long queue = queueBytes < queueUnitBytes ? 0 : queueBytes / queueUnitBytes & QUEUE_MASK;
      LONG.set(bytes, offset + RECORD_BYTES * (hops % MAX_HOPS),
          queue << QUEUE_SHIFT | sent << SENT_SHIFT | time << TIME_SHIFT | rateCode);
      SHORT.set(bytes, offset + COUNT_OFFSET, (short) (hops + 1));
      return 0;
    }
  }
}
