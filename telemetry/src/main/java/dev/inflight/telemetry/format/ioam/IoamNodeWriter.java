package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.BigEndian;

/**
 * Writer of one egress port's node data in a trace (RFC 9197 §4.4.2). Unknown and undefined fields are all ones, so a known value
 * of all ones is written as one less.
 */
final class IoamNodeWriter {
  private static final int UNAVAILABLE = -1;
  private static final long LARGEST = 0xFFFF_FFFEL;
  private static final int NO_SCHEMA = 0x00FFFFFF; // an opaque snapshot without words
  private static final long PS_PER_NS = 1000;
  private static final long LONGEST_DELAY_NS = 0x7FFF_FFFFL;
  private static final int DELAY_OVERFLOW = 0x8000_0000;
  private static final int SEED_TYPE = 0xD20000; // with the transmitted bytes: draft-miao-ccwg-hpcc-info-04 §2.2

  private final int node;
  private final int port;
  private final int namespaceId;
  private final int txBytesBit;
  private final int seedType;
  private final IoamTimestampFormat timestamps;
  private final int queueUnitBytes;
  private final int txUnitBytes;

  IoamNodeWriter(IoamSettings settings, EgressLink link) {
    node = link.node();
    port = link.port();
    namespaceId = settings.namespaceId();
    txBytesBit = settings.txBytesBit();
    seedType = txBytesBit < 0 ? UNAVAILABLE : SEED_TYPE | IoamTraceType.mask(txBytesBit);
    timestamps = settings.timestamps();
    queueUnitBytes = settings.queueUnitBytes();
    txUnitBytes = settings.txUnitBytes();
  }

  /** Words that this node adds to a trace; -1 for a trace that it must not change. */
  int words(long header) {
    if (IoamTrace.namespaceId(header) != namespaceId || IoamTrace.overflow(header) || !IoamTrace.isConsistent(header)) {
      return -1;
    }
    return IoamTraceType.wordsWithoutSchema(IoamTrace.type(header));
  }

  /** Writes the fields of a trace type. */
  void write(byte[] bytes, int at, int type, PortSnapshot snapshot) {
    if (type == seedType) {
      BigEndian.set64(bytes, at, (long) nodeWord(snapshot) << 32 | interfaces(snapshot) & 0xFFFF_FFFFL);
      BigEndian.set64(bytes, at + 8, timestamps.fraction(snapshot.nowPs) << 32 | queueDepth(snapshot));
      BigEndian.set32(bytes, at + 16, txBytes(snapshot));
    } else {
      writeEach(bytes, at, type, snapshot);
    }
  }

  private void writeEach(byte[] bytes, int at, int type, PortSnapshot snapshot) {
    int to = at;
    for (int bit = 0; bit <= IoamTraceType.LAST_UNDEFINED; bit++) {
      if (!IoamTraceType.has(type, bit)) {
        continue;
      }
      if (IoamTraceType.isWide(bit)) {
        BigEndian.set64(bytes, to, wideField(bit, snapshot));
        to += 2 * IoamTrace.WORD_BYTES;
      } else {
        BigEndian.set32(bytes, to, field(bit, snapshot));
        to += IoamTrace.WORD_BYTES;
      }
    }
    if (IoamTraceType.has(type, IoamTraceType.OPAQUE)) {
      BigEndian.set32(bytes, to, NO_SCHEMA);
    }
  }

  private int field(int bit, PortSnapshot snapshot) {
    return switch (bit) {
      case IoamTraceType.NODE -> nodeWord(snapshot);
      case IoamTraceType.INTERFACES -> interfaces(snapshot);
      case IoamTraceType.SECONDS -> (int) (snapshot.nowPs / IoamTimestampFormat.PS_PER_SECOND);
      case IoamTraceType.FRACTION -> (int) timestamps.fraction(snapshot.nowPs);
      case IoamTraceType.TRANSIT_DELAY -> transitDelay(snapshot);
      case IoamTraceType.QUEUE_DEPTH -> (int) queueDepth(snapshot);
      default -> bit == txBytesBit ? txBytes(snapshot) : UNAVAILABLE;
    };
  }

  private long wideField(int bit, PortSnapshot snapshot) {
    return switch (bit) {
      case IoamTraceType.WIDE_NODE -> (long) snapshot.hopLimit << 56 | node;
      case IoamTraceType.WIDE_INTERFACES -> (long) snapshot.ingressPort << 32 | port;
      default -> UNAVAILABLE;
    };
  }

  private int nodeWord(PortSnapshot snapshot) {
    return snapshot.hopLimit << 24 | node & 0xFFFFFF;
  }

  private int interfaces(PortSnapshot snapshot) {
    return snapshot.ingressPort << 16 | port & 0xFFFF;
  }

  private static int transitDelay(PortSnapshot snapshot) {
    long ns = (snapshot.nowPs - snapshot.arrivedPs) / PS_PER_NS;
    return ns > LONGEST_DELAY_NS ? DELAY_OVERFLOW : (int) ns;
  }

  private long queueDepth(PortSnapshot snapshot) {
    long depth = queueUnitBytes == 1 ? snapshot.queueBytes : snapshot.queueBytes / queueUnitBytes;
    return Math.min(depth, LARGEST);
  }

  private int txBytes(PortSnapshot snapshot) {
    long sent = txUnitBytes == 1 ? snapshot.sentBytes : snapshot.sentBytes / txUnitBytes;
    return (int) Math.min(sent & 0xFFFF_FFFFL, LARGEST);
  }
}
