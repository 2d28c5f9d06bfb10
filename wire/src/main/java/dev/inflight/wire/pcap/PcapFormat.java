package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.HexFormat;

/**
 * The classic format (draft-ietf-opsawg-pcap) and its variants: a header of 24 bytes, then 16 bytes in front of each frame.
 * Fields have the byte order of the machine that wrote them; times are in microseconds or nanoseconds.
 */
final class PcapFormat implements CaptureFormat {
  private static final int LINK_TYPE_MASK = 0x03FF_FFFF; // other bits: length of the frame check sequence (pcap draft §4)
  private static final int HAS_CHECK_SEQUENCE = 1 << 26;
  private static final long NS_PER_S = 1_000_000_000;
  private static final int MAJOR = 4;
  private static final int MINOR = 6;
  private static final int LINK_TYPE = 20;
  private static final int SWAPPED_BEFORE = 3; // in versions 2.0 to 2.2 a frame's length precedes its captured length

  private final CaptureBytes in;
  private final byte[] header = new byte[PcapWriter.HEADER_BYTES];
  private final byte[] after = new byte[PcapWriter.RECORD_BYTES];
  private final boolean bigEndian;
  private final PcapVariant variant;
  private final LinkType linkType;
  private final int checkSequenceBytes;
  private final boolean lengthsSwapped;

  PcapFormat(CaptureBytes in) throws IOException {
    this.in = in;
    int read = in.fill(header, 0, header.length);
    if (read < 4) {
      throw new BadCapture(
          read == 0 ? "the file is empty" : "this is no capture: it has " + read + (read == 1 ? " byte" : " bytes") + " only");
    }
    int big = BigEndian.get32(header, 0);
    bigEndian = PcapVariant.of(big) != null;
    PcapVariant named = PcapVariant.of(bigEndian ? big : Integer.reverseBytes(big));
    if (named == null) {
      throw new BadCapture("this is not a capture in the pcap or pcapng format: it starts with "
          + HexFormat.of().formatHex(header, 0, 4) + compression(big));
    }
    variant = named;
    if (read < header.length || in.skip(variant.skippedOnce) < variant.skippedOnce) {
      throw new BadCapture("the file is cut off at byte " + in.offset() + ": it ends within its header of "
          + (header.length + variant.skippedOnce) + " bytes");
    }
    int word = intAt(LINK_TYPE);
    int number = word & LINK_TYPE_MASK;
    LinkType known = LinkType.of(number);
    if (known == null) {
      throw new BadCapture(
          "its frames are of link type " + LinkType.name(number) + "; those that can be read are " + LinkType.KNOWN);
    }
    linkType = known;
    checkSequenceBytes = (word & HAS_CHECK_SEQUENCE) == 0 ? 0 : 2 * (word >>> 28);
    lengthsSwapped = shortAt(MAJOR) == 2 && shortAt(MINOR) < SWAPPED_BEFORE;
  }

  /** Advice for a file that is compressed in another format. */
  private static String compression(int begin) {
    String tool = begin == 0x28B5_2FFD ? "zstd" : begin == 0xFD37_7A58 ? "xz" : begin == 0x0422_4D18 ? "lz4" : "";
    tool = begin >>> 8 == 0x42_5A68 ? "bzip2" : tool;
    return tool.isEmpty() ? "" : ", so " + tool + " has compressed it; decode what '" + tool + " -dc FILE' writes";
  }

  @Override
  public boolean next(CapturedFrame into) throws IOException {
    long start = in.offset();
    int read = in.fill(header, 0, PcapWriter.RECORD_BYTES);
    if (read == 0) {
      return false;
    }
    into.number++;
    if (read < PcapWriter.RECORD_BYTES) {
      throw new BadCapture("the file is cut off at byte " + in.offset() + ": it ends within the header of packet " + into.number);
    }
    if (isZero(header) && in.peek(after, PcapWriter.RECORD_BYTES) == PcapWriter.RECORD_BYTES && isZero(after)) {
      throw new BadCapture(PcapngFormat.hole(start)); // one empty packet of 1970 is possible, a second one is not
    }
    if (in.skip(variant.skippedPerFrame) < variant.skippedPerFrame) {
      throw new BadCapture("the file is cut off at byte " + in.offset() + ": it ends within the header of packet " + into.number);
    }
    into.linkType = linkType;
    into.timeNs = unsigned(0) * NS_PER_S + unsigned(4) * variant.nsPerUnit;
    into.read(in, unsigned(lengthsSwapped ? 12 : 8), unsigned(lengthsSwapped ? 8 : 12));
    into.checkSequence(checkSequenceBytes);
    return true;
  }

  private static boolean isZero(byte[] record) {
    return (BigEndian.get64(record, 0) | BigEndian.get64(record, 8)) == 0;
  }

  private long unsigned(int at) {
    return intAt(at) & 0xFFFF_FFFFL;
  }

  private int shortAt(int at) {
    int word = BigEndian.get16(header, at);
    return bigEndian ? word : Short.reverseBytes((short) word) & 0xFFFF;
  }

  private int intAt(int at) {
    int word = BigEndian.get32(header, at);
    return bigEndian ? word : Integer.reverseBytes(word);
  }
}
