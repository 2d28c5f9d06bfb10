package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Fields of one hop's record in the order of an INT header's instructions, for versions 1 and 2, which differ in timestamps. */
final class IntHopFields {
  private static final String UNAVAILABLE = DecodedHeader.UNAVAILABLE;

  private final IntFormat format;
  private final byte[] bytes;
  private final boolean version2;
  private final String timeUnit;

  /**
   * Creates a reader of the records in these bytes.
   *
   * @param version2 true for version 2, with timestamps of 64 bits and an instruction for buffers; false for version 1, with
   *     timestamps of 32 bits
   */
  IntHopFields(IntFormat format, byte[] bytes, boolean version2) {
    this.format = format;
    this.bytes = bytes;
    this.version2 = version2;
    timeUnit = switch (format.timestampUnit()) {
      case NANOSECONDS -> "Ns";
      case MICROSECONDS -> "Us";
      case FRACTIONS -> "";
    };
  }

  /**
   * Fields of one record.
   *
   * @param end index at which the record ends; words between the instructions' words and the checksum complement belong to the
   *     domain
   * @param relative true if the record has ratios only: see {@link IntBorder}
   */
  List<Field> of(int instructions, int block, int end, boolean relative) {
    var fields = new ArrayList<Field>();
    int at = block;
    for (int bit = IntHeader.NODE_ID; bit > IntHeader.CHECKSUM_COMPLEMENT; bit >>>= 1) {
      if ((instructions & bit) != 0) {
        describe(fields, bit, at, relative);
        at += 4 * (version2 ? IntHeader.words(bit) : Int1Header.words(bit));
      }
    }
    boolean complement = (instructions & IntHeader.CHECKSUM_COMPLEMENT) != 0;
    int domainEnd = end - (complement ? 4 : 0);
    if (at < domainEnd) {
      fields.add(
          new Field("domainSpecific", allOnes(at, domainEnd) ? UNAVAILABLE : HexFormat.of().formatHex(bytes, at, domainEnd)));
    }
    if (complement) {
      fields.add(word("checksumComplement", domainEnd));
    }
    return fields;
  }

  private boolean allOnes(int from, int to) {
    boolean ones = true;
    for (int at = from; at < to; at++) {
      ones &= bytes[at] == -1;
    }
    return ones;
  }

  private void describe(List<Field> fields, int instruction, int at, boolean relative) {
    switch (instruction) {
      case IntHeader.NODE_ID -> fields.add(word("nodeId", at));
      case IntHeader.INTERFACES -> pair(fields, at, "ingressInterfaceId", 16, "egressInterfaceId", 1);
      case IntHeader.HOP_LATENCY -> fields.add(word("hopLatency" + timeUnit, at));
      case IntHeader.QUEUE -> pair(fields, at, "queueId", 24, relative ? "queueOccupancyShares" : "queueOccupancyBytes",
          relative ? 1 : format.queueUnitBytes());
      case IntHeader.INGRESS_TIMESTAMP -> fields.add(timestamp("ingressTimestamp" + timeUnit, at));
      case IntHeader.EGRESS_TIMESTAMP -> fields.add(timestamp("egressTimestamp" + timeUnit, at));
      case IntHeader.LEVEL_2_INTERFACES -> {
        fields.add(word("level2IngressInterfaceId", at));
        fields.add(word("level2EgressInterfaceId", at + 4));
      }
      case IntHeader.TX_UTILIZATION -> fields.add(word("egressTxUtilization", at));
      case IntHeader.BUFFER -> buffer(fields, at);
      default -> reserved(fields, instruction, at);
    }
  }

  private void buffer(List<Field> fields, int at) {
    if (version2) {
      pair(fields, at, "bufferId", 24, "bufferOccupancyBytes", format.queueUnitBytes());
    } else {
      reserved(fields, IntHeader.BUFFER, at);
    }
  }

  private void reserved(List<Field> fields, int instruction, int at) {
    fields.add(DecodedHeader.hex("reservedBit" + (Integer.numberOfLeadingZeros(instruction) - 16),
        BigEndian.get32(bytes, at) & 0xFFFF_FFFFL));
  }

  private void pair(List<Field> fields, int at, String upper, int lowerBits, String lower, long lowerUnit) {
    int word = BigEndian.get32(bytes, at);
    fields.add(part(upper, word >>> lowerBits, 32 - lowerBits, 1));
    fields.add(part(lower, word, lowerBits, lowerUnit));
  }

  private static Field part(String name, int bits, int width, long unit) {
    long allOnes = (1L << width) - 1;
    long value = bits & allOnes;
    return new Field(name, value == allOnes ? UNAVAILABLE : (Object) (value * unit));
  }

  private Field word(String name, int at) {
    return part(name, BigEndian.get32(bytes, at), 32, 1);
  }

  /** Timestamp as the node counts it, not reduced to the bits that congestion control reads. */
  private Field timestamp(String name, int at) {
    if (!version2) {
      return word(name, at);
    }
    long timestamp = BigEndian.get64(bytes, at);
    return new Field(name, timestamp == -1 ? UNAVAILABLE : timestamp < 0 ? Long.toUnsignedString(timestamp) : (Object) timestamp);
  }
}
