package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes the data of one node of a trace (RFC 9197 §4.4.2): every field by its name, undefined ones by the number of their
 * bit.
 */
final class IoamFields {
  private static final long ONES_16 = 0xFFFF;
  private static final long ONES_24 = 0xFF_FFFF;
  private static final long ONES_32 = 0xFFFF_FFFFL;
  private static final long ONES_56 = (1L << 56) - 1;
  private static final long DELAY_OVERFLOW = 1L << 31;

  /**
   * Units of a namespace's fields, which its packets do not carry.
   *
   * @param timestamps unit of a time stamp's fraction; null if unknown
   * @param queueUnitBytes the unit of queue depth; 0: unknown
   * @param txBytesBit the bit of the transmitted bytes; -1 for none
   * @param txUnitBytes their unit
   */
  record Units(@Nullable IoamTimestampFormat timestamps, long queueUnitBytes, int txBytesBit, long txUnitBytes) {
    /** Units of an unknown namespace. */
    static final Units UNKNOWN = new Units(null, 0, -1, 0);

    static Units of(IoamSettings settings) {
      return new Units(settings.timestamps(), settings.queueUnitBytes(), settings.txBytesBit(), settings.txUnitBytes());
    }
  }

  private final Units units;

  IoamFields(Units units) {
    this.units = units;
  }

  /** Fields of a node with complete data, from an index on. */
  List<Field> hop(byte[] bytes, int node, int type) {
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
      case IoamTraceType.FRACTION -> fields.add(fraction(word));
      case IoamTraceType.TRANSIT_DELAY -> fields.add(word != ONES_32 && (word & DELAY_OVERFLOW) != 0
          ? new Field("transitDelayNs", "overflow")
          : field("transitDelayNs", word, ONES_32));
      case IoamTraceType.NAMESPACE_DATA -> fields.add(DecodedHeader.hex("namespaceData", word));
      case IoamTraceType.QUEUE_DEPTH -> fields.add(units.queueUnitBytes() == 0
          ? field("queueDepth", word, ONES_32)
          : quantity("queueDepthBytes", word, units.queueUnitBytes()));
      case IoamTraceType.CHECKSUM_COMPLEMENT -> fields.add(DecodedHeader.hex("checksumComplement", word));
      case IoamTraceType.BUFFER_OCCUPANCY -> fields.add(field("bufferOccupancy", word, ONES_32));
      default -> fields.add(
          bit == units.txBytesBit()
              ? quantity("txBytes", word, units.txUnitBytes())
              : DecodedHeader.hex("undefined" + bit, word));
    }
  }

  /** Fraction of a time stamp, with its unit if the namespace's unit is known. */
  Field fraction(long word) {
    IoamTimestampFormat format = units.timestamps();
    return field("timestampFraction" + (format == null ? "" : format.unit()), word, ONES_32);
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
      default -> fields
          .add(new Field("namespaceDataWide", both == -1 ? DecodedHeader.UNAVAILABLE : "0x" + HexFormat.of().toHexDigits(both)));
    }
  }

  private static void addOpaque(List<Field> fields, byte[] bytes, int at) {
    long word = IoamNodes.word(bytes, at);
    int data = at + IoamTrace.WORD_BYTES;
    int length = IoamTrace.WORD_BYTES * (int) (word >>> 24);
    fields.add(field("schemaId", word & ONES_24, ONES_24));
    fields.add(new Field("opaqueData", HexFormat.of().formatHex(bytes, data, data + length)));
  }

  static Field field(String name, long value, long ones) {
    return new Field(name, value == ones ? DecodedHeader.UNAVAILABLE : (Object) value);
  }

  private static Field quantity(String name, long word, long unit) {
    return new Field(name, word == ONES_32 ? DecodedHeader.UNAVAILABLE : (Object) (word * unit));
  }
}
