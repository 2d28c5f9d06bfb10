package dev.inflight.telemetry;

import dev.inflight.telemetry.Description.Field;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** An INT-MD header spelt out: see {@link IntFormat}. Of a header that was cut, there are the hops that are whole. */
final class IntDescription {
  private static final String UNAVAILABLE = "unavailable";

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

  Description describe() {
    Outcome outcome = IntHeader.check(bytes, offset, length);
    if (length >= IntHeader.SHIM_BYTES) {
      shim();
    }
    if (length >= IntHeader.BYTES && outcome != Outcome.UNSUPPORTED) {
      fixedPart();
      if (outcome != Outcome.MALFORMED) {
        stack();
      }
    }
    return new Description(format.name(), outcome, header, hops);
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

  private void fixedPart() {
    int first = IntHeader.first(bytes, offset);
    int second = IntHeader.second(bytes, offset);
    int third = BigEndian.word(bytes, offset + IntHeader.BYTES - 4);
    add(header, "version", IntHeader.version(first));
    header.add(new Field("discard", (first & IntHeader.DISCARD) != 0));
    header.add(new Field("hopCountExceeded", (first & IntHeader.HOP_COUNT_EXCEEDED) != 0));
    header.add(new Field("mtuExceeded", (first & IntHeader.MTU_EXCEEDED) != 0));
    add(header, "hopMlWords", IntHeader.hopWords(first));
    add(header, "remainingHopCount", IntHeader.remainingHops(first));
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
      hops.add(hop(stack + hopBytes * hop, hopBytes));
    }
    int bottom = stack + hopBytes * announced;
    int end = offset + Math.min(length, IntHeader.bytes(bytes, offset));
    if (bottom < end) {
      header.add(new Field("sourceOnly", HexFormat.of().formatHex(bytes, bottom, end)));
    }
  }

  private List<Field> hop(int block, int hopBytes) {
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
        describe(fields, bit, at, unit);
        at += 4 * IntHeader.words(bit);
      }
    }
    boolean complement = (instructions & IntHeader.CHECKSUM_COMPLEMENT) != 0;
    int domainEnd = block + hopBytes - (complement ? 4 : 0);
    if (at < domainEnd) {
      String hex = HexFormat.of().formatHex(bytes, at, domainEnd);
      fields.add(new Field("domainSpecific", hex.matches("f+") ? UNAVAILABLE : hex));
    }
    if (complement) {
      fields.add(word("checksumComplement", domainEnd));
    }
    return fields;
  }

  private void describe(List<Field> fields, int instruction, int at, String timeUnit) {
    switch (instruction) {
      case IntHeader.NODE_ID -> fields.add(word("nodeId", at));
      case IntHeader.INTERFACES -> pair(fields, at, "ingressInterfaceId", 16, "egressInterfaceId", 1);
      case IntHeader.HOP_LATENCY -> fields.add(word("hopLatency" + timeUnit, at));
      case IntHeader.QUEUE -> pair(fields, at, "queueId", 24, "queueOccupancyBytes", format.queueUnitBytes());
      case IntHeader.INGRESS_TIMESTAMP -> fields.add(timestamp("ingressTimestamp" + timeUnit, at));
      case IntHeader.EGRESS_TIMESTAMP -> fields.add(timestamp("egressTimestamp" + timeUnit, at));
      case IntHeader.LEVEL_2_INTERFACES -> {
        fields.add(word("level2IngressInterfaceId", at));
        fields.add(word("level2EgressInterfaceId", at + 4));
      }
      case IntHeader.TX_UTILISATION -> fields.add(word("egressTxUtilisation", at));
      case IntHeader.BUFFER -> pair(fields, at, "bufferId", 24, "bufferOccupancyBytes", format.queueUnitBytes());
      default -> fields.add(word("reservedBit" + (Integer.numberOfLeadingZeros(instruction) - 16), at));
    }
  }

  private void pair(List<Field> fields, int at, String upper, int lowerBits, String lower, long lowerUnit) {
    int word = BigEndian.word(bytes, at);
    fields.add(part(upper, word >>> lowerBits, 32 - lowerBits, 1));
    fields.add(part(lower, word, lowerBits, lowerUnit));
  }

  private static Field part(String name, int bits, int width, long unit) {
    long allOnes = (1L << width) - 1;
    long value = bits & allOnes;
    return new Field(name, value == allOnes ? UNAVAILABLE : (Object) (value * unit));
  }

  private Field word(String name, int at) {
    return part(name, BigEndian.word(bytes, at), 32, 1);
  }

  /** As the node counts it, not reduced to what congestion control reads. */
  private Field timestamp(String name, int at) {
    long timestamp = BigEndian.doubleWord(bytes, at);
    return new Field(name, timestamp == -1 ? UNAVAILABLE : timestamp < 0 ? Long.toUnsignedString(timestamp) : (Object) timestamp);
  }

  private static void add(List<Field> fields, String name, long value) {
    fields.add(new Field(name, value));
  }
}
