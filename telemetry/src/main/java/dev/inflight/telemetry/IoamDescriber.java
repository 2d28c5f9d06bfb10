package dev.inflight.telemetry;

import dev.inflight.telemetry.Description.Field;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Spells out traces for people. */
final class IoamDescriber {
  private static final String UNAVAILABLE = "unavailable";
  private static final long ONES_16 = 0xFFFF;
  private static final long ONES_24 = 0xFF_FFFF;
  private static final long ONES_32 = 0xFFFF_FFFFL;
  private static final long ONES_56 = (1L << 56) - 1;
  private static final long DELAY_OVERFLOW = 1L << 31;

  private final IoamSettings settings;

  IoamDescriber(IoamSettings settings) {
    this.settings = settings;
  }

  /**
   * A trace.
   *
   * @param format the format's name
   * @param fields the fields in front of the trace header, to which its own are added
   * @param header the trace header
   * @param end where the trace's room ends
   */
  Description describe(String format, List<Field> fields, byte[] bytes, long header, int from, int end) {
    addHeader(fields, header);
    boolean known = IoamTrace.namespaceId(header) == settings.namespaceId();
    int count = known ? IoamNodes.countSound(bytes, header, from, end) : -1;
    var hops = new ArrayList<List<Field>>();
    for (int node = count - 1; node >= 0; node--) {
      int type = IoamTrace.type(header);
      hops.add(hop(bytes, IoamNodes.at(bytes, from, node, type), type));
    }
    Outcome outcome = !known ? Outcome.UNSUPPORTED : count < 0 ? Outcome.MALFORMED : Outcome.READ;
    return new Description(format, outcome, fields, hops);
  }

  private static void addHeader(List<Field> fields, long header) {
    fields.add(new Field("namespaceId", (long) IoamTrace.namespaceId(header)));
    fields.add(new Field("nodeLen", (long) IoamTrace.nodeLen(header)));
    fields.add(new Field("overflow", IoamTrace.overflow(header)));
    fields.add(new Field("loopback", (header & IoamTrace.LOOPBACK) != 0));
    fields.add(new Field("active", (header & IoamTrace.ACTIVE) != 0));
    fields.add(new Field("remainingLen", (long) IoamTrace.remainingWords(header)));
    fields.add(new Field("traceType", "0x" + HexFormat.of().toHexDigits(IoamTrace.type(header), 6)));
  }

  private List<Field> hop(byte[] bytes, int node, int type) {
    var fields = new ArrayList<Field>();
    int at = node;
    for (int bit = 0; bit <= IoamTraceType.LAST_UNDEFINED; bit++) {
      if (!IoamTraceType.has(type, bit)) {
        continue;
      }
      long word = IoamNodes.word(bytes, at);
      if (IoamTraceType.isWide(bit)) {
        addWide(fields, bit, word, IoamNodes.word(bytes, at + IoamTrace.WORD_BYTES));
        at += 2 * IoamTrace.WORD_BYTES;
      } else {
        add(fields, bit, word);
        at += IoamTrace.WORD_BYTES;
      }
    }
    if (IoamTraceType.has(type, IoamTraceType.OPAQUE)) {
      addOpaque(fields, bytes, at);
    }
    return fields;
  }

  private void add(List<Field> fields, int bit, long word) {
    switch (bit) {
      case IoamTraceType.NODE -> {
        fields.add(new Field("hopLimit", word >>> 24));
        fields.add(field("nodeId", word & ONES_24, ONES_24));
      }
      case IoamTraceType.INTERFACES -> {
        fields.add(field("ingressIf", word >>> 16, ONES_16));
        fields.add(field("egressIf", word & ONES_16, ONES_16));
      }
      case IoamTraceType.SECONDS -> fields.add(field("timestampSeconds", word, ONES_32));
      case IoamTraceType.FRACTION -> fields.add(field("timestampFraction" + settings.timestamps().unit(), word, ONES_32));
      case IoamTraceType.TRANSIT_DELAY -> fields.add(
          word == DELAY_OVERFLOW ? new Field("transitDelayNs", "overflow") : field("transitDelayNs", word, ONES_32));
      case IoamTraceType.NAMESPACE_DATA -> fields.add(field("namespaceData", word, ONES_32));
      case IoamTraceType.QUEUE_DEPTH -> fields.add(quantity("queueDepthBytes", word, settings.queueUnitBytes()));
      case IoamTraceType.CHECKSUM_COMPLEMENT -> fields.add(field("checksumComplement", word, ONES_32));
      case IoamTraceType.BUFFER_OCCUPANCY -> fields.add(field("bufferOccupancy", word, ONES_32));
      default -> fields.add(bit == settings.txBytesBit()
          ? quantity("txBytes", word, settings.txUnitBytes())
          : field("undefined" + bit, word, ONES_32));
    }
  }

  private static void addWide(List<Field> fields, int bit, long high, long low) {
    long both = high << 32 | low;
    switch (bit) {
      case IoamTraceType.WIDE_NODE -> {
        fields.add(new Field("hopLimitWide", high >>> 24));
        fields.add(field("nodeIdWide", both & ONES_56, ONES_56));
      }
      case IoamTraceType.WIDE_INTERFACES -> {
        fields.add(field("ingressIfWide", high, ONES_32));
        fields.add(field("egressIfWide", low, ONES_32));
      }
      default -> fields.add(field("namespaceDataWide", both, -1));
    }
  }

  private static void addOpaque(List<Field> fields, byte[] bytes, int at) {
    long word = IoamNodes.word(bytes, at);
    int data = at + IoamTrace.WORD_BYTES;
    int length = IoamTrace.WORD_BYTES * (int) (word >>> 24);
    fields.add(field("schemaId", word & ONES_24, ONES_24));
    fields.add(new Field("opaqueData", HexFormat.of().formatHex(bytes, data, data + length)));
  }

  private static Field field(String name, long value, long ones) {
    return new Field(name, value == ones ? UNAVAILABLE : (Object) value);
  }

  private static Field quantity(String name, long word, int unit) {
    return new Field(name, word == ONES_32 ? UNAVAILABLE : (Object) (word * unit));
  }
}
