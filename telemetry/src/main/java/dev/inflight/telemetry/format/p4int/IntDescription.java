package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * An INT-MD header spelt out, whatever it asks for: see {@link IntFormat}; and an INT-MX header, into which no hop writes (INT 2.1 §5.9). Of
 * a header that was cut, there are the hops that are whole.
 */
final class IntDescription {
  private static final String UNAVAILABLE = DecodedHeader.UNAVAILABLE;

  private final IntFormat format;
  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final List<Field> header = new ArrayList<>();
  private final List<List<Field>> hops = new ArrayList<>();

  IntDescription(IntFormat format, byte[] bytes, int offset, int length) {
    this.format = format;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  DecodedHeader describe() {
    DecodeStatus outcome = IntHeader.check(bytes, offset, length);
    if (length >= IntHeader.SHIM_BYTES) {
      shim();
    }
    if (length >= IntHeader.SHIM_BYTES && IntHeader.type(IntHeader.shim(bytes, offset)) == IntHeader.TYPE_MX) {
      outcome = instructionsOnly();
    } else if (length >= IntHeader.BYTES && outcome != DecodeStatus.UNSUPPORTED) {
      fixedPart(true);
      if (outcome == DecodeStatus.MALFORMED) {
        rest("stack", offset + IntHeader.BYTES);
      } else {
        stack();
      }
    } else if (length >= IntHeader.SHIM_BYTES + 4) {
      add(header, "version", IntHeader.version(IntHeader.first(bytes, offset)));
    }
    return new DecodedHeader(format.name(), outcome, header, hops);
  }

  private DecodeStatus instructionsOnly() {
    if (length < IntHeader.BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    if (IntHeader.version(IntHeader.first(bytes, offset)) != IntHeader.VERSION) {
      add(header, "version", IntHeader.version(IntHeader.first(bytes, offset)));
      return DecodeStatus.UNSUPPORTED;
    }
    int size = IntHeader.bytes(bytes, offset);
    if (size < IntHeader.BYTES) {
      return DecodeStatus.MALFORMED;
    }
    fixedPart(false);
    rest("sourceOnly", offset + IntHeader.BYTES);
    return length < size ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }

  /** What stands between an index and the end of the header, undivided. */
  private void rest(String name, int at) {
    int end = offset + Math.min(length, IntHeader.bytes(bytes, offset));
    if (at < end) {
      header.add(new Field(name, HexFormat.of().formatHex(bytes, at, end)));
    }
  }

  private void shim() {
    int shim = IntHeader.shim(bytes, offset);
    add(header, "type", IntHeader.type(shim));
    add(header, "npt", IntHeader.nextProtocolType(shim));
    add(header, "lengthWords", IntHeader.lengthWords(shim));
    switch (IntHeader.nextProtocolType(shim)) {
      case IntHeader.NPT_DSCP -> add(header, "originalDscp", shim >>> 2 & 0x3F);
      case IntHeader.NPT_UDP_PAYLOAD -> add(header, "originalUdpPort", shim & 0xFFFF);
      case IntHeader.NPT_L4_HEADER -> add(header, "originalIpProtocol", shim & 0xFF);
      default -> {
        // the two bytes have no meaning
      }
    }
  }

  private void fixedPart(boolean hopsWrite) {
    int first = IntHeader.first(bytes, offset);
    int second = IntHeader.second(bytes, offset);
    int third = BigEndian.get32(bytes, offset + IntHeader.BYTES - 4);
    add(header, "version", IntHeader.version(first));
    header.add(new Field("discard", (first & IntHeader.DISCARD) != 0));
    header.add(new Field("hopCountExceeded", (first & IntHeader.HOP_COUNT_EXCEEDED) != 0));
    header.add(new Field("mtuExceeded", (first & IntHeader.MTU_EXCEEDED) != 0));
    if (hopsWrite) {
      add(header, "hopMlWords", IntHeader.hopWords(first));
      add(header, "remainingHopCount", IntHeader.remainingHops(first));
    }
    add(header, "instructionBitmap", IntHeader.instructions(second));
    add(header, "domainSpecificId", IntHeader.domainId(second));
    add(header, "dsInstruction", third >>> 16);
    add(header, "dsFlags", third & 0xFFFF);
  }

  private void stack() {
    int hopBytes = 4 * IntHeader.hopWords(IntHeader.first(bytes, offset));
    int announced = IntHeader.hops(bytes, offset);
    int whole = hopBytes == 0 ? 0 : Math.min(announced, (length - IntHeader.BYTES) / hopBytes);
    int stack = offset + IntHeader.BYTES;
    for (int hop = whole - 1; hop >= 0; hop--) {
      hops.add(hop(stack + hopBytes * hop, hopBytes, announced - hop <= IntHeader.relativeHops(bytes, offset)));
    }
    rest("sourceOnly", stack + hopBytes * announced);
  }

  private List<Field> hop(int block, int hopBytes, boolean relative) {
    int instructions = IntHeader.instructions(IntHeader.second(bytes, offset));
    String unit = switch (format.timestampUnit()) {
      case NANOSECONDS -> "Ns";
      case MICROSECONDS -> "Us";
      case FRACTIONS -> "";
    };
    var fields = new ArrayList<Field>();
    int at = block;
    for (int bit = IntHeader.NODE_ID; bit > IntHeader.CHECKSUM_COMPLEMENT; bit >>>= 1) {
      if ((instructions & bit) != 0) {
        describe(fields, bit, at, unit, relative);
        at += 4 * IntHeader.words(bit);
      }
    }
    boolean complement = (instructions & IntHeader.CHECKSUM_COMPLEMENT) != 0;
    int domainEnd = block + hopBytes - (complement ? 4 : 0);
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

  private void describe(List<Field> fields, int instruction, int at, String timeUnit, boolean relative) {
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
      case IntHeader.TX_UTILISATION -> fields.add(word("egressTxUtilisation", at));
      case IntHeader.BUFFER -> pair(fields, at, "bufferId", 24, "bufferOccupancyBytes", format.queueUnitBytes());
      default -> fields.add(DecodedHeader.hex("reservedBit" + (Integer.numberOfLeadingZeros(instruction) - 16),
          BigEndian.get32(bytes, at) & 0xFFFF_FFFFL));
    }
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

  /** As the node counts it, not reduced to what congestion control reads. */
  private Field timestamp(String name, int at) {
    long timestamp = BigEndian.get64(bytes, at);
    return new Field(name, timestamp == -1 ? UNAVAILABLE : timestamp < 0 ? Long.toUnsignedString(timestamp) : (Object) timestamp);
  }

  private static void add(List<Field> fields, String name, long value) {
    fields.add(new Field(name, value));
  }
}
