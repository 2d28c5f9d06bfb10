package dev.inflight.telemetry.format.ifa;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.List;

/** IFA header, metadata header, and an optional checksum header between them: see {@link IfaFormat}. */
final class IfaHeader {
  static final int FIRST_BYTES = 4;
  /** Bytes of the IFA header and the metadata header. */
  static final int LEAST_BYTES = 8;
  static final int NO_HOP_LIMIT = 255;

  static final int CHECKSUM = 1 << 8;
  static final int TURN_AROUND = 1 << 9;
  static final int INBAND = 1 << 10;
  static final int TAIL_STAMP = 1 << 11;
  static final int FRAGMENT = 1 << 12;

  /**
   * Request for all metadata. Without a global name space the bits of the Request Vector have no meaning. A device that gives
   * them one must add everything.
   */
  static final int REQUEST_ALL = 0xFF << 24;

  private IfaHeader() {
  }

  static int first(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }

  static int version(int header) {
    return header >>> 28;
  }

  static int gns(int header) {
    return header >>> 24 & 0xF;
  }

  private static int maxWords(int header) {
    return header & 0xFF;
  }

  static int currentWords(int metadata) {
    return metadata & 0xFF;
  }

  static int hopLimit(int metadata) {
    return metadata >>> 8 & 0xFF;
  }

  /** Bytes in front of the stack; the last four are the metadata header. */
  static int bytes(int header) {
    return LEAST_BYTES + ((header & CHECKSUM) != 0 ? 4 : 0) + ((header & FRAGMENT) != 0 ? 4 : 0);
  }

  /** True if length and hop limit allow one more block. */
  static boolean takesAnother(int header, int metadata) {
    return hopLimit(metadata) != 0 && currentWords(metadata) + IfaBlock.WORDS <= maxWords(header);
  }

  /** True if headers of this version have this layout: versions 2 and 3 (as observed), and the format's own. */
  static boolean isLaidOutSo(int version, IfaFormat format) {
    return version == 2 || version == 3 || version == format.version();
  }

  /**
   * Checks that {@code length} bytes are a whole report of the kind that the format reads. The name spaces of its blocks are not
   * checked.
   */
  static DecodeStatus check(byte[] bytes, int offset, int length, IfaFormat format) {
    if (length >= FIRST_BYTES && version(first(bytes, offset)) != format.version()) {
      return DecodeStatus.UNSUPPORTED;
    }
    return checkAnyVersion(bytes, offset, length, format);
  }

  /** As {@link #check}, for any version with this layout. */
  static DecodeStatus checkAnyVersion(byte[] bytes, int offset, int length, IfaFormat format) {
    if (length < FIRST_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int header = first(bytes, offset);
    if (!isLaidOutSo(version(header), format) || gns(header) != format.gns() || (header & (TAIL_STAMP | FRAGMENT)) != 0) {
      return DecodeStatus.UNSUPPORTED;
    }
    int inFront = bytes(header);
    if (length < inFront) {
      return DecodeStatus.TRUNCATED;
    }
    int words = currentWords(BigEndian.get32(bytes, offset + inFront - 4));
    if (words % IfaBlock.WORDS != 0 || words > maxWords(header)) {
      return DecodeStatus.MALFORMED;
    }
    return length < inFront + 4 * words ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }

  /** Adds all fields that are present, despite errors. */
  static void describe(byte[] bytes, int offset, int length, IfaFormat format, List<Field> fields) {
    if (length < FIRST_BYTES) {
      return;
    }
    int header = first(bytes, offset);
    add(fields, "version", version(header));
    if (!isLaidOutSo(version(header), format)) {
      return;
    }
    add(fields, "gns", gns(header));
    add(fields, "nextHdr", header >>> 16 & 0xFF);
    flag(fields, "metadataFragment", header, FRAGMENT);
    flag(fields, "tailStamp", header, TAIL_STAMP);
    flag(fields, "inband", header, INBAND);
    flag(fields, "turnAround", header, TURN_AROUND);
    flag(fields, "checksumPresent", header, CHECKSUM);
    add(fields, "maxLengthWords", maxWords(header));
    int at = FIRST_BYTES;
    if ((header & CHECKSUM) != 0 && at + 4 <= length) {
      add(fields, "checksum", BigEndian.get32(bytes, offset + at) >>> 16);
      at += 4;
    }
    if ((header & FRAGMENT) != 0 && at + 4 <= length) {
      int fragment = BigEndian.get32(bytes, offset + at);
      add(fields, "packetId", fragment >>> 6);
      add(fields, "fragmentId", fragment >>> 1 & 0x1F);
      flag(fields, "lastFragment", fragment, 1);
      at += 4;
    }
    if ((header & TAIL_STAMP) == 0 && at + 4 <= length) {
      int metadata = BigEndian.get32(bytes, offset + at);
      add(fields, "requestVector", metadata >>> 24);
      add(fields, "actionVector", metadata >>> 16 & 0xFF);
      add(fields, "hopLimit", hopLimit(metadata));
      add(fields, "currentLengthWords", currentWords(metadata));
    }
  }

  private static void add(List<Field> fields, String name, long value) {
    fields.add(new Field(name, value));
  }

  private static void flag(List<Field> fields, String name, int word, int mask) {
    fields.add(new Field(name, (word & mask) != 0));
  }
}
