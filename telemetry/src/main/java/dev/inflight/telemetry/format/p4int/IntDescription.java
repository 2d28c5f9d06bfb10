package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Description of an INT-MD header with any instructions (see {@link IntFormat}), and of an INT-MX header, which hops do not
 * extend (INT 2.1 §5.9). The description of a truncated header ends with its last whole hop.
 */
final class IntDescription {
  private final IntFormat format;
  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final IntHopFields hopFields;
  private final @Nullable List<Field> carrier;
  private final List<Field> header = new ArrayList<>();
  private final List<List<Field>> hops = new ArrayList<>();

  IntDescription(IntFormat format, byte[] bytes, int offset, int length) {
    this(format, bytes, offset, length, null);
  }

  /** Describes a header with these fields in its shim instead of those used behind TCP and UDP. */
  IntDescription(IntFormat format, byte[] bytes, int offset, int length, @Nullable List<Field> carrier) {
    this.carrier = carrier;
    this.format = format;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    hopFields = new IntHopFields(format, bytes, true);
  }

  DecodedHeader describe() {
    DecodeStatus outcome = IntHeader.check(bytes, offset, length);
    if (length >= IntHeader.SHIM_BYTES) {
      shim();
    }
    if (length >= IntHeader.SHIM_BYTES && IntHeader.isBlank(IntHeader.shim(bytes, offset))) {
      outcome = DecodeStatus.READ; // placeholder for a header in a packet without one
    } else if (length >= IntHeader.SHIM_BYTES && IntHeader.type(IntHeader.shim(bytes, offset)) == IntHeader.TYPE_MX) {
      outcome = instructionsOnly();
    } else if (length >= IntHeader.BYTES && outcome != DecodeStatus.UNSUPPORTED) {
      fixedPart(true);
      if (outcome == DecodeStatus.MALFORMED) {
        rest("stack", offset + IntHeader.BYTES);
      } else {
        stack();
      }
    } else if (length >= IntHeader.SHIM_BYTES + 4 && version() == IntHeader.VERSION && outcome != DecodeStatus.UNSUPPORTED) {
      add(header, "version", version());
    } else if (length >= IntHeader.SHIM_BYTES + 4 && version() != IntHeader.VERSION) {
      unreadVersion();
    } else if (length >= IntHeader.SHIM_BYTES && outcome == DecodeStatus.UNSUPPORTED) {
      unread("an INT shim of type " + IntHeader.type(IntHeader.shim(bytes, offset)));
    }
    return new DecodedHeader(format.name(), outcome, header, hops);
  }

  private DecodeStatus instructionsOnly() {
    if (length < IntHeader.BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    if (version() != IntHeader.VERSION) {
      unreadVersion();
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

  private int version() {
    return IntHeader.version(IntHeader.first(bytes, offset));
  }

  private void unreadVersion() {
    unread("INT of version " + version() + (version() == Int1Header.VERSION ? " behind a shim of version 2" : ""));
  }

  private void unread(String what) {
    if (length >= IntHeader.SHIM_BYTES + 4) {
      add(header, "version", version());
    }
    header.add(new Field("unknown", what + "; versions 1 and 2 are read"));
  }

  /** Adds the bytes between an index and the end of the header as one field. */
  private void rest(String name, int at) {
    int end = offset + Math.min(length, IntHeader.bytes(bytes, offset));
    if (at < end) {
      header.add(new Field(name, HexFormat.of().formatHex(bytes, at, end)));
    }
  }

  private void shim() {
    if (carrier != null) {
      header.addAll(carrier);
      return;
    }
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
    return hopFields.of(IntHeader.instructions(IntHeader.second(bytes, offset)), block, block + hopBytes, relative);
  }

  private static void add(List<Field> fields, String name, long value) {
    fields.add(new Field(name, value));
  }
}
