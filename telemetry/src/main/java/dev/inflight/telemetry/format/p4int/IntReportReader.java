package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.format.p4int.IntReport.Inner;
import dev.inflight.telemetry.format.p4int.IntReport.Single;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of telemetry reports. Their first words:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-+-+-+-----------------------------+-----------+
 * | Ver=0 |NProto |D|Q|F|         Reserved            |   hw_id   |   version 0.5
 * +-------+-------+-+-+-+---------------+-----------+-+-----------+
 * |                        Sequence number                        |
 * +---------------------------------------------------------------+
 * |                       Ingress timestamp                       |
 * +---------------------------------------------------------------+
 *
 * +-------+-------+-----+-----------+-----------+-+-+-+-----------+
 * | Ver=1 |Length |NProt| RepMdBits | Reserved  |D|Q|F|   hw_id   |   version 1.0
 * +-------+-------+-----+-----------+-----------+-+-+-+-----------+
 * |                           Switch id                           |
 * +---------------------------------------------------------------+
 * |                        Sequence number                        |
 * +---------------------------------------------------------------+
 * |                       Ingress timestamp                       |
 * +---------------------------------------------------------------+
 * |                 A word for each of RepMdBits                  |
 * +---------------------------------------------------------------+
 *
 * +-------+-----------+-------------------------------------------+
 * | Ver=2 |   hw_id   |              Sequence number              |   version 2.0
 * +-------+-----------+-------------------------------------------+
 * |                            Node id                            |
 * +---------------------------------------------------------------+
 * |              Reports: see {@link IntReport2Reader}            |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Length of version 1.0 counts words from the first one to the last of the metadata.
 */
final class IntReportReader {
  private static final int FIXED_05_BYTES = 12;
  private static final int DROP_05_BYTES = 12;
  private static final int LOCAL_05_BYTES = 16;
  private static final int FIXED_1_WORDS = 4;
  private static final int GROUP_BYTES = 8;
  private static final int HARDWARE_MASK = 0x3F;

  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final IntFormat format;
  private final List<Field> header = new ArrayList<>();
  private final IntReportFields fields;

  IntReportReader(byte[] bytes, int offset, int length, IntFormat format) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.format = format;
    fields = new IntReportFields(bytes, format);
  }

  IntReport read() {
    if (length < 4) {
      return only(DecodeStatus.TRUNCATED);
    }
    int first = BigEndian.get32(bytes, offset);
    int version = first >>> 28;
    header.add(new Field("version", (long) version));
    return switch (version) {
      case 0 -> version05(first);
      case 1 -> version1(first);
      case 2 -> version2(first);
      default -> {
        header.add(new Field("unknown", "a telemetry report of version " + version + "; versions 0, 1 and 2 are read"));
        yield only(DecodeStatus.UNSUPPORTED);
      }
    };
  }

  private IntReport only(DecodeStatus outcome) {
    return new IntReport(outcome, header, List.of());
  }

  private void number(List<Field> to, String name, long value) {
    to.add(new Field(name, value));
  }

  private void associations(List<Field> to, int bits) {
    to.add(new Field("dropped", (bits & 4) != 0));
    to.add(new Field("congestedQueue", (bits & 2) != 0));
    to.add(new Field("trackedFlow", (bits & 1) != 0));
  }

  private IntReport version05(int first) {
    int next = first >>> 24 & 0xF;
    number(header, "nextProtocol", next);
    number(header, "hardwareId", first & HARDWARE_MASK);
    var single = new ArrayList<Field>();
    associations(single, first >>> 21 & 7);
    if (length < FIXED_05_BYTES) {
      return new IntReport(DecodeStatus.TRUNCATED, header, List.of(without(single)));
    }
    number(header, "sequence", word(4));
    single.add(fields.word("ingressTimestampNs", offset + 8));
    int extra = next == 1 ? DROP_05_BYTES : next == 2 ? LOCAL_05_BYTES : 0;
    if (next > 2) {
      header.add(new Field("unknown", "next protocol " + next + "; 0 to 2 are read"));
      return new IntReport(DecodeStatus.UNSUPPORTED, header, List.of(without(single)));
    }
    if (length < FIXED_05_BYTES + extra) {
      return new IntReport(DecodeStatus.TRUNCATED, header, List.of(without(single)));
    }
    if (extra > 0) {
      int at = offset + FIXED_05_BYTES;
      single.add(fields.word("nodeId", at));
      fields.interfaces(single, at + 4);
      if (next == 1) {
        fields.drop(single, at + 8);
      } else {
        fields.queue(single, at + 8);
        single.add(fields.word("egressTimestampNs", at + 12));
      }
    }
    return packet(single, Inner.ETHERNET, FIXED_05_BYTES + extra);
  }

  private IntReport version1(int first) {
    int words = first >>> 24 & 0xF;
    int next = first >>> 21 & 7;
    int metadata = first >>> 15 & 0x3F;
    number(header, "lengthWords", words);
    number(header, "nextProtocol", next);
    number(header, "metadataBits", metadata);
    number(header, "hardwareId", first & HARDWARE_MASK);
    var single = new ArrayList<Field>();
    associations(single, first >>> 6 & 7);
    if (length < 4 * FIXED_1_WORDS) {
      return new IntReport(DecodeStatus.TRUNCATED, header, List.of(without(single)));
    }
    number(header, "nodeId", word(4));
    number(header, "sequence", word(8));
    single.add(fields.word("ingressTimestampNs", offset + 12));
    if (words != FIXED_1_WORDS + Integer.bitCount(metadata)) {
      return new IntReport(DecodeStatus.MALFORMED, header, List.of(without(single)));
    }
    if (length < 4 * words) {
      return new IntReport(DecodeStatus.TRUNCATED, header, List.of(without(single)));
    }
    fields.version1(single, metadata, offset + 4 * FIXED_1_WORDS);
    if (next > 2) {
      header.add(new Field("unknown", "next protocol " + next + "; 0 to 2 are read"));
      return new IntReport(DecodeStatus.UNSUPPORTED, header, List.of(without(single)));
    }
    return packet(single, next == 0 ? Inner.ETHERNET : next == 1 ? Inner.IPV4 : Inner.IPV6, 4 * words);
  }

  private IntReport version2(int first) {
    number(header, "hardwareId", first >>> 22 & HARDWARE_MASK);
    number(header, "sequence", first & 0x3FFFFF);
    if (length < GROUP_BYTES) {
      return only(DecodeStatus.TRUNCATED);
    }
    number(header, "nodeId", word(4));
    var reports = new ArrayList<Single>();
    var reader = new IntReport2Reader(bytes, offset + length, format);
    DecodeStatus outcome = reader.read(offset + GROUP_BYTES, reports);
    return new IntReport(outcome, header, reports);
  }

  private long word(int at) {
    return BigEndian.get32(bytes, offset + at) & 0xFFFF_FFFFL;
  }

  private static Single without(List<Field> single) {
    return new Single(single, Inner.NONE, 0, 0);
  }

  private IntReport packet(List<Field> single, Inner inner, int at) {
    Single report = length > at ? new Single(single, inner, offset + at, length - at) : without(single);
    return new IntReport(DecodeStatus.READ, header, List.of(report));
  }
}
