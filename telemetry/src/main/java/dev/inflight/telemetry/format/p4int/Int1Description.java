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
 * Description of an INT 1.0 header with any instructions; fields have the names of version 2. The description of a truncated
 * header ends with its last whole hop.
 */
final class Int1Description {
  private final IntFormat format;
  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final @Nullable List<Field> carrier;
  private final List<Field> header = new ArrayList<>();
  private final List<List<Field>> hops = new ArrayList<>();

  /** Describes a header with its shim. */
  Int1Description(IntFormat format, byte[] bytes, int offset, int length) {
    this(format, bytes, offset, length, null);
  }

  /** Describes a header with these fields in its shim instead of those used behind TCP and UDP. */
  Int1Description(IntFormat format, byte[] bytes, int offset, int length, @Nullable List<Field> carrier) {
    this.carrier = carrier;
    this.format = format;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  DecodedHeader describe() {
    DecodeStatus outcome = Int1Header.check(bytes, offset, length);
    int shim = BigEndian.get32(bytes, offset);
    if (carrier == null) {
      add("type", Int1Header.type(shim));
      add("lengthWords", Int1Header.lengthWords(shim));
      add("originalDscp", Int1Header.dscp(shim));
    } else {
      header.addAll(carrier);
    }
    if (length >= Int1Header.SHIM_BYTES + 4) {
      afterShim(outcome, Int1Header.first(bytes, offset));
    }
    return new DecodedHeader(format.name(), outcome, header, hops);
  }

  private void afterShim(DecodeStatus outcome, int first) {
    add("version", Int1Header.version(first));
    if (outcome == DecodeStatus.UNSUPPORTED) {
      boolean other = Int1Header.version(first) != Int1Header.VERSION;
      header.add(new Field("unknown",
          other
              ? "INT of version " + Int1Header.version(first) + "; versions 1 and 2 are read"
              : "INT of version 1 of type " + Int1Header.type(BigEndian.get32(bytes, offset)) + "; type 1, hop-by-hop, is read"));
    } else if (length >= Int1Header.BYTES) {
      fixedPart(first);
      if (outcome == DecodeStatus.MALFORMED) {
        rest();
      } else {
        stack(first);
      }
    }
  }

  private void fixedPart(int first) {
    add("replication", Int1Header.replication(first));
    header.add(new Field("copy", (first & Int1Header.COPY) != 0));
    header.add(new Field("hopCountExceeded", (first & Int1Header.HOP_COUNT_EXCEEDED) != 0));
    header.add(new Field("mtuExceeded", (first & Int1Header.MTU_EXCEEDED) != 0));
    add("hopMlWords", Int1Header.hopWords(first));
    add("remainingHopCount", Int1Header.remainingHops(first));
    add("instructionBitmap", Int1Header.instructions(bytes, offset));
  }

  /** Adds the bytes behind the fixed part of an inconsistent header as one field. */
  private void rest() {
    int end = offset + Math.min(length, 4 * Int1Header.lengthWords(BigEndian.get32(bytes, offset)));
    if (offset + Int1Header.BYTES < end) {
      header.add(new Field("stack", HexFormat.of().formatHex(bytes, offset + Int1Header.BYTES, end)));
    }
  }

  private void stack(int first) {
    int hopBytes = 4 * Int1Header.hopWords(first);
    int announced = 4 * Int1Header.lengthWords(BigEndian.get32(bytes, offset));
    int whole = hopBytes == 0 ? 0 : (Math.min(announced, length) - Int1Header.BYTES) / hopBytes;
    var fields = new IntHopFields(format, bytes, false);
    for (int hop = whole - 1; hop >= 0; hop--) {
      int block = offset + Int1Header.BYTES + hopBytes * hop;
      hops.add(fields.of(Int1Header.instructions(bytes, offset), block, block + hopBytes, false));
    }
  }

  private void add(String name, long value) {
    header.add(new Field(name, value));
  }
}
