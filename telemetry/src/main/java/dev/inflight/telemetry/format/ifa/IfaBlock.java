package dev.inflight.telemetry.format.ifa;

import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.RateCodes;
import java.util.List;

/** The 32-byte block of one hop: draft-miao-ccwg-hpcc-info-04 Figure 1, drawn at {@link IfaFormat}. */
final class IfaBlock {
  static final int WORDS = 8;
  static final int BYTES = 4 * WORDS;
  static final RateCodes RATES = new RateCodes(10, 25, 40, 50, 100, 200, 400);

  private static final long PS_PER_NS = 1000;
  private static final long NS_PER_S = 1_000_000_000;
  private static final int SECONDS_MASK = (1 << 20) - 1;
  private static final long TIME_MODULUS_NS = (SECONDS_MASK + 1) * NS_PER_S;
  static final long TIME_MODULUS_PS = TIME_MODULUS_NS * PS_PER_NS;

  private static final long LONGEST_RESIDENCE_NS = 0xFFFFFFFFL;

  private static final int SECONDS = 4;
  private static final int PORTS = 8;
  private static final int NANOSECONDS = 12;
  private static final int RESIDENCE = 16;
  private static final int SENT = 20;
  private static final int QUEUE = 24;
  private static final int RESERVED = 28;

  private IfaBlock() {
  }

  static int lns(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at) >>> 28;
  }

  private static int device(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at) >>> 8 & 0xFFFFF;
  }

  private static int egressPort(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + PORTS) >>> 16;
  }

  private static long rate(byte[] bytes, int at) {
    return RATES.rate(BigEndian.get32(bytes, at + SECONDS) >>> 28);
  }

  private static int seconds(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + SECONDS) & SECONDS_MASK;
  }

  private static long unsigned(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at) & 0xFFFFFFFFL;
  }

  private static long sentBytes(byte[] bytes, int at, IfaFormat format) {
    return unsigned(bytes, at + SENT) * format.txUnitBytes();
  }

  private static long queueBytes(byte[] bytes, int at, IfaFormat format) {
    return (BigEndian.get32(bytes, at + QUEUE) & 0xFFFFL) * format.queueUnitBytes();
  }

  /** Time at which the packet left. The sum of two counters may exceed the range of the seconds. */
  private static long leftNs(byte[] bytes, int at) {
    long ns = seconds(bytes, at) * NS_PER_S + unsigned(bytes, at + NANOSECONDS) + unsigned(bytes, at + RESIDENCE);
    return ns < TIME_MODULUS_NS ? ns : ns - TIME_MODULUS_NS;
  }

  static void read(byte[] bytes, int at, Hops into, IfaFormat format) {
    boolean sound = unsigned(bytes, at + NANOSECONDS) < NS_PER_S;
    long rate = rate(bytes, at);
    long queue = format.sojourn()
        ? (long) (unsigned(bytes, at + RESIDENCE) * (rate / (8.0 * NS_PER_S)))
        : queueBytes(bytes, at, format);
    into.add(leftNs(bytes, at) * PS_PER_NS, sentBytes(bytes, at, format), queue, sound ? rate : 0,
        Hops.link(device(bytes, at), egressPort(bytes, at)));
  }

  static List<Field> describe(byte[] bytes, int at, IfaFormat format) {
    int second = BigEndian.get32(bytes, at + SECONDS);
    return List.of(new Field("lns", (long) lns(bytes, at)), new Field("deviceId", (long) device(bytes, at)),
        new Field("ipHopLimit", BigEndian.get32(bytes, at) & 0xFFL), new Field("speedCode", (long) (second >>> 28)),
        new Field("rateBitsPerSec", rate(bytes, at)), new Field("congestion", second >>> 26 & 3L),
        new Field("queue", second >>> 20 & 0x3FL), new Field("rxTimestampS", (long) seconds(bytes, at)),
        new Field("egressPort", (long) egressPort(bytes, at)),
        new Field("ingressPort", BigEndian.get32(bytes, at + PORTS) & 0xFFFFL),
        new Field("rxTimestampNs", unsigned(bytes, at + NANOSECONDS)),
        new Field("residenceTimeNs", unsigned(bytes, at + RESIDENCE)), new Field("txBytes", sentBytes(bytes, at, format)),
        new Field("queueBytes", queueBytes(bytes, at, format)));
  }

  /** Writer of one egress port's blocks. */
  record Writer(int deviceBits, int speedBits, int portBits, int queueUnitBytes, int txUnitBytes) {
    static Writer of(EgressLink link, IfaFormat format) {
      return new Writer(format.lns() << 28 | (link.node() & 0xFFFFF) << 8,
          RATES.require(format.name(), link.rateBitsPerSec()) << 28, link.port() << 16, format.queueUnitBytes(),
          format.txUnitBytes());
    }

    void write(byte[] bytes, int at, PortSnapshot snapshot) {
      long nowNs = snapshot.nowPs / PS_PER_NS;
      long residenceNs = Math.min(nowNs - snapshot.arrivedPs / PS_PER_NS, LONGEST_RESIDENCE_NS);
      long arrivedNs = nowNs - residenceNs; // so that the sum is right even where the residence time saturates
      BigEndian.set32(bytes, at, deviceBits | snapshot.hopLimit & 0xFF);
      BigEndian.set32(bytes, at + SECONDS,
          speedBits | (snapshot.queue & 0x3F) << 20 | (int) (arrivedNs / NS_PER_S) & SECONDS_MASK);
      BigEndian.set32(bytes, at + PORTS, portBits | snapshot.ingressPort & 0xFFFF);
      BigEndian.set32(bytes, at + NANOSECONDS, (int) (arrivedNs % NS_PER_S));
      BigEndian.set32(bytes, at + RESIDENCE, (int) residenceNs);
      BigEndian.set32(bytes, at + SENT, (int) (snapshot.sentBytes / txUnitBytes));
      BigEndian.set32(bytes, at + QUEUE, (int) Math.min(snapshot.queueBytes / queueUnitBytes, 0xFFFF));
      BigEndian.set32(bytes, at + RESERVED, 0);
    }
  }
}
