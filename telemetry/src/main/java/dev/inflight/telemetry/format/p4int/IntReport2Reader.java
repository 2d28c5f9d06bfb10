package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.format.p4int.IntReport.Inner;
import dev.inflight.telemetry.format.p4int.IntReport.Single;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Reader of a sequence of reports of version 2.0:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+---------------+---------------+-+-+-+-+-------+
 * |RepType| InType| Report length |   MD length   |D|Q|F|I|  Rsvd |
 * +-------+-------+---------------+---------------+-+-+-+-+-------+
 * |            RepMdBits          |      Domain specific id       |   RepType 1 (INT)
 * +-------------------------------+-------------------------------+
 * |            DSMdBits           |          DSMdstatus           |
 * +-------------------------------+-------------------------------+
 * |            Metadata of RepMdBits, then of DSMdBits            |   MD length words
 * +---------------------------------------------------------------+
 * |                 Packet, data, or TLVs by InType               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Report length counts words behind the first one; 255 means all remaining bytes. RepMdBits are the instructions of INT 2.1, except that
 * the first is reserved and the last is the reason of a drop.
 */
final class IntReport2Reader {
  /** Largest number of reports read from one datagram. */
  private static final int MOST_REPORTS = 4096;
  private static final int TO_THE_END = 255;
  private static final int TYPE_INNER_ONLY = 0;
  private static final int TYPE_INT = 1;
  private static final int IN_NONE = 0;
  private static final int IN_TLV = 1;
  private static final int IN_DATA = 2;
  private static final int IN_ETHERNET = 3;
  private static final int IN_IPV6 = 5;
  private static final int FIXED_BYTES = 8;
  private static final int DROP = 0x0001;
  private static final List<Inner> PACKETS = List.of(Inner.ETHERNET, Inner.IPV4, Inner.IPV6);

  private final byte[] bytes;
  private final int end;
  private final IntFormat format;
  private final IntReportFields fields;

  /**
   * Creates a reader of these bytes.
   *
   * @param end index at which they end
   */
  IntReport2Reader(byte[] bytes, int end, IntFormat format) {
    this.bytes = bytes;
    this.end = end;
    this.format = format;
    fields = new IntReportFields(bytes, format);
  }

  DecodeStatus read(int from, List<Single> into) {
    int at = from;
    while (at < end) {
      if (into.size() == MOST_REPORTS) {
        return DecodeStatus.UNSUPPORTED;
      }
      if (at + 4 > end) {
        return DecodeStatus.TRUNCATED;
      }
      int words = BigEndian.get8(bytes, at + 1);
      int next = words == TO_THE_END ? end : at + 4 + 4 * words;
      DecodeStatus outcome = single(at, Math.min(next, end), into);
      if (outcome != DecodeStatus.READ) {
        return outcome;
      }
      if (next > end) {
        return DecodeStatus.TRUNCATED;
      }
      at = next;
    }
    return DecodeStatus.READ;
  }

  private DecodeStatus single(int at, int to, List<Single> into) {
    int first = BigEndian.get32(bytes, at);
    int type = first >>> 28;
    int inType = first >>> 24 & 0xF;
    int words = first >>> 8 & 0xFF;
    var said = new ArrayList<Field>();
    number(said, "reportType", type);
    number(said, "innerType", inType);
    number(said, "lengthWords", first >>> 16 & 0xFF);
    number(said, "metadataWords", words);
    flag(said, "dropped", first >>> 7);
    flag(said, "congestedQueue", first >>> 6);
    flag(said, "trackedFlow", first >>> 5);
    flag(said, "intermediate", first >>> 4);
    int next = at + 4;
    DecodeStatus outcome = DecodeStatus.READ;
    if (type == TYPE_INT) {
      if (to - next < FIXED_BYTES + 4 * words) {
        into.add(without(said));
        return to == end ? DecodeStatus.TRUNCATED : DecodeStatus.MALFORMED;
      }
      outcome = metadata(said, next, words);
      next += FIXED_BYTES + 4 * words;
    } else if (type != TYPE_INNER_ONLY) {
      said.add(new Field("unknown", "a report of type " + type + (type == 2 ? " (IOAM)" : "") + "; type 0 and 1 (INT) are read"));
      rest(said, "contents", next, to);
      into.add(without(said));
      return DecodeStatus.READ;
    }
    into.add(inner(said, inType, next, to));
    return outcome;
  }

  private DecodeStatus metadata(List<Field> said, int at, int words) {
    int bits = BigEndian.get16(bytes, at);
    number(said, "metadataBits", bits);
    number(said, "domainSpecificId", BigEndian.get16(bytes, at + 2));
    number(said, "domainMetadataBits", BigEndian.get16(bytes, at + 4));
    number(said, "domainStatus", BigEndian.get16(bytes, at + 6));
    int baseline = IntHeader.words(bits);
    int from = at + FIXED_BYTES;
    int to = from + 4 * words;
    if (baseline > words) {
      rest(said, "metadata", from, to);
      return DecodeStatus.MALFORMED;
    }
    boolean drop = (bits & DROP) != 0;
    int instructions = bits & ~(IntHeader.NODE_ID | DROP);
    int behindReserved = from + ((bits & IntHeader.NODE_ID) != 0 ? 4 : 0);
    if (behindReserved > from) {
      rest(said, "reservedBit0", from, behindReserved);
    }
    int next = behindReserved + 4 * IntHeader.words(instructions);
    said.addAll(new IntHopFields(format, bytes, true).of(instructions, behindReserved, next, false));
    if (drop) {
      fields.drop(said, next);
      next += 4;
    }
    rest(said, "domainSpecific", next, to);
    return DecodeStatus.READ;
  }

  private Single inner(List<Field> said, int inType, int at, int to) {
    if (inType >= IN_ETHERNET && inType <= IN_IPV6) {
      return packet(said, PACKETS.get(inType - IN_ETHERNET), at, to);
    }
    switch (inType) {
      case IN_NONE -> rest(said, "contents", at, to);
      case IN_DATA -> rest(said, "domainExtension", at, to);
      case IN_TLV -> {
        return lists(said, at, to);
      }
      default -> {
        said.add(new Field("unknown", "contents of type " + inType + "; types 0 to 5 are read"));
        rest(said, "contents", at, to);
      }
    }
    return without(said);
  }

  /** Reads TLVs; of packets among them, the first counts. */
  private Single lists(List<Field> said, int from, int to) {
    Single packet = null;
    int at = from;
    while (at + 4 <= to) {
      int type = BigEndian.get8(bytes, at) >>> 4;
      int next = at + 4 + 4 * BigEndian.get8(bytes, at + 1);
      int stop = Math.min(next, to);
      if (type >= 1 && type <= PACKETS.size() && packet == null) {
        packet = packet(said, PACKETS.get(type - 1), at + 4, stop);
      } else {
        rest(said, "tlv" + type, at, stop);
      }
      at = next;
    }
    return packet == null ? without(said) : packet;
  }

  private static Single packet(List<Field> said, Inner inner, int at, int to) {
    return at < to ? new Single(said, inner, at, to - at) : without(said);
  }

  private static Single without(List<Field> said) {
    return new Single(said, Inner.NONE, 0, 0);
  }

  private void rest(List<Field> said, String name, int from, int to) {
    if (from < to) {
      said.add(new Field(name, HexFormat.of().formatHex(bytes, from, to)));
    }
  }

  private static void flag(List<Field> said, String name, int bits) {
    said.add(new Field(name, (bits & 1) != 0));
  }

  private static void number(List<Field> said, String name, long value) {
    said.add(new Field(name, value));
  }
}
