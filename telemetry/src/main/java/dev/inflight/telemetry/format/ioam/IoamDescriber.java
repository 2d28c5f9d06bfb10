package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Describes IOAM data of every kind and namespace: traces of any type (RFC 9197 §4.4), proof of transit (§4.5), edge to edge
 * (§4.6) and direct export (RFC 9326 §3). Packets do not carry units, so only namespaces of configured formats have them.
 */
final class IoamDescriber {
  /** IOAM option types, by number. */
  private static final List<String> TYPES = List.of("pre-allocated-trace", "incremental-trace", "proof-of-transit",
      "edge-to-edge", "direct-export");
  static final int PRE_ALLOCATED = 0;
  static final int INCREMENTAL = 1;
  private static final int PROOF_OF_TRANSIT = 2;
  private static final int EDGE_TO_EDGE = 3;
  private static final int DIRECT_EXPORT = 4;

  private static final int HEADER_BYTES = 4; // start of the data of options other than traces
  private static final int PROOF_BYTES = 16; // of type 0
  private static final int EXPORT_BYTES = 8;
  private static final int SEQUENCE_64 = 0x8000;
  private static final int SEQUENCE_32 = 0x4000;
  private static final int SECONDS = 0x2000;
  private static final int FRACTION = 0x1000;
  private static final int UNDEFINED_END_TO_END = 0x0FFF;
  private static final int FLOW_ID = 0x80;
  private static final int SEQUENCE = 0x40;

  private final List<? extends IoamSettings> known;

  /** Creates a describer with the units of these formats' namespaces. */
  IoamDescriber(List<? extends IoamSettings> known) {
    this.known = known;
  }

  private IoamFields.Units units(int namespaceId) {
    for (IoamSettings settings : known) {
      if (settings.namespaceId() == namespaceId) {
        return IoamFields.Units.of(settings);
      }
    }
    return IoamFields.Units.UNKNOWN;
  }

  /** Name of an IOAM option type, or its number. */
  static String typeName(int ioamType) {
    return ioamType < TYPES.size() ? TYPES.get(ioamType) : Integer.toString(ioamType);
  }

  /**
   * Describes IOAM data.
   *
   * @param format the format's name
   * @param fields the fields in front of the data, to which its own are added
   * @param ioamType the IOAM option type
   * @param at index at which the data starts, behind the IOAM option type
   * @param end index at which the data ends
   */
  DecodedHeader describe(String format, List<Field> fields, int ioamType, byte[] bytes, int at, int end) {
    var hops = new ArrayList<List<Field>>();
    int least = ioamType == PROOF_OF_TRANSIT || ioamType == EDGE_TO_EDGE ? HEADER_BYTES : IoamTrace.HEADER_BYTES;
    DecodeStatus outcome;
    if (ioamType >= TYPES.size()) {
      addData(fields, bytes, at, end);
      outcome = DecodeStatus.UNSUPPORTED;
    } else if (end - at < least) {
      addData(fields, bytes, at, end);
      outcome = DecodeStatus.MALFORMED;
    } else {
      int namespaceId = BigEndian.get32(bytes, at) >>> 16;
      fields.add(new Field("namespaceId", (long) namespaceId));
      var node = new IoamFields(units(namespaceId));
      outcome = switch (ioamType) {
        case PROOF_OF_TRANSIT -> proof(fields, bytes, at, end);
        case EDGE_TO_EDGE -> edgeToEdge(fields, node, bytes, at, end);
        case DIRECT_EXPORT -> directExport(fields, bytes, at, end);
        default -> trace(fields, hops, node, ioamType, bytes, at, end);
      };
    }
    return new DecodedHeader(format, outcome, fields, hops);
  }

  /** Describes the part of IOAM data that a truncated capture contains. */
  static DecodedHeader cut(String format, List<Field> fields, int ioamType, byte[] bytes, int at, int end) {
    if (ioamType <= INCREMENTAL && end - at >= IoamTrace.HEADER_BYTES) {
      long header = BigEndian.get64(bytes, at);
      fields.add(new Field("namespaceId", (long) IoamTrace.namespaceId(header)));
      addTrace(fields, header);
    }
    return new DecodedHeader(format, DecodeStatus.TRUNCATED, fields, List.of());
  }

  private static DecodeStatus trace(List<Field> fields, List<List<Field>> hops, IoamFields node, int ioamType, byte[] bytes,
      int at, int end) {
    long header = BigEndian.get64(bytes, at);
    addTrace(fields, header);
    int data = at + IoamTrace.HEADER_BYTES;
    int from = ioamType == PRE_ALLOCATED ? IoamOption.firstNode(at, header) : data;
    int type = IoamTrace.type(header);
    int count = IoamNodes.countSound(bytes, header, from, end);
    for (int hop = count - 1; hop >= 0; hop--) {
      hops.add(node.hop(bytes, IoamNodes.at(bytes, from, hop, type), type));
    }
    if (count < 0) {
      addData(fields, bytes, data, end);
    }
    return count < 0 ? DecodeStatus.MALFORMED : DecodeStatus.READ;
  }

  private static void addTrace(List<Field> fields, long header) {
    fields.add(new Field("nodeLen", (long) IoamTrace.nodeLen(header)));
    fields.add(new Field("overflow", IoamTrace.overflow(header)));
    fields.add(new Field("loopback", (header & IoamTrace.LOOPBACK) != 0));
    fields.add(new Field("active", (header & IoamTrace.ACTIVE) != 0));
    fields.add(new Field("remainingLen", (long) IoamTrace.remainingWords(header)));
    fields.add(traceType(IoamTrace.type(header)));
  }

  private static Field traceType(int type) {
    return new Field("traceType", "0x" + HexFormat.of().toHexDigits(type, 6));
  }

  private static DecodeStatus proof(List<Field> fields, byte[] bytes, int at, int end) {
    int header = BigEndian.get32(bytes, at);
    int type = header >>> 8 & 0xFF;
    fields.add(new Field("potType", (long) type));
    fields.add(byteField("potFlags", header));
    int data = at + HEADER_BYTES;
    if (type != 0) {
      addData(fields, bytes, data, end);
      return DecodeStatus.UNSUPPORTED;
    }
    if (end - data != PROOF_BYTES) {
      addData(fields, bytes, data, end);
      return DecodeStatus.MALFORMED;
    }
    fields.add(new Field("packetId", hex64(bytes, data)));
    fields.add(new Field("cumulative", hex64(bytes, data + 8)));
    return DecodeStatus.READ;
  }

  private static DecodeStatus edgeToEdge(List<Field> fields, IoamFields node, byte[] bytes, int at, int end) {
    int type = BigEndian.get32(bytes, at) & 0xFFFF;
    fields.add(new Field("e2eType", "0x" + HexFormat.of().toHexDigits((short) type)));
    int data = at + HEADER_BYTES;
    int needed = IoamTrace.WORD_BYTES * (Integer.bitCount(type) + Integer.bitCount(type & SEQUENCE_64));
    if (end - data < needed) {
      addData(fields, bytes, data, end);
      return DecodeStatus.MALFORMED;
    }
    int next = data;
    if ((type & SEQUENCE_64) != 0) {
      fields.add(new Field("sequenceNumber64", Long.toUnsignedString(BigEndian.get64(bytes, next))));
      next += 2 * IoamTrace.WORD_BYTES;
    }
    if ((type & SEQUENCE_32) != 0) {
      fields.add(new Field("sequenceNumber32", IoamNodes.word(bytes, next)));
      next += IoamTrace.WORD_BYTES;
    }
    if ((type & SECONDS) != 0) {
      fields.add(IoamFields.field("timestampSeconds", IoamNodes.word(bytes, next), 0xFFFF_FFFFL));
      next += IoamTrace.WORD_BYTES;
    }
    if ((type & FRACTION) != 0) {
      fields.add(node.fraction(IoamNodes.word(bytes, next)));
      next += IoamTrace.WORD_BYTES;
    }
    if (next < end) {
      addData(fields, bytes, next, end);
    }
    return (type & UNDEFINED_END_TO_END) != 0
        ? DecodeStatus.UNSUPPORTED
        : next == end ? DecodeStatus.READ : DecodeStatus.MALFORMED;
  }

  private static DecodeStatus directExport(List<Field> fields, byte[] bytes, int at, int end) {
    int first = BigEndian.get32(bytes, at);
    int extensions = first & 0xFF;
    fields.add(byteField("flags", first >>> 8));
    fields.add(byteField("extensionFlags", extensions));
    fields.add(traceType(BigEndian.get32(bytes, at + 4) >>> 8));
    int next = at + EXPORT_BYTES;
    if (end - next != IoamTrace.WORD_BYTES * Integer.bitCount(extensions)) {
      addData(fields, bytes, next, end);
      return DecodeStatus.MALFORMED;
    }
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      int mask = 0x80 >>> bit;
      if ((extensions & mask) == 0) {
        continue;
      }
      long word = IoamNodes.word(bytes, next);
      fields.add(mask == FLOW_ID
          ? new Field("flowId", word)
          : mask == SEQUENCE
              ? new Field("sequenceNumber", word)
              : new Field("extension" + bit, "0x" + HexFormat.of().toHexDigits((int) word)));
      next += IoamTrace.WORD_BYTES;
    }
    return DecodeStatus.READ;
  }

  private static Field byteField(String name, int bits) {
    return new Field(name, "0x" + HexFormat.of().toHexDigits((byte) bits));
  }

  private static String hex64(byte[] bytes, int at) {
    return "0x" + HexFormat.of().toHexDigits(BigEndian.get64(bytes, at));
  }

  private static void addData(List<Field> fields, byte[] bytes, int at, int end) {
    if (at < end) {
      fields.add(new Field("data", HexFormat.of().formatHex(bytes, at, end)));
    }
  }
}
