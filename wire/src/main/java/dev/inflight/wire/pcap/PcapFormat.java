package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.HexFormat;

/**
 * The classic format (draft-ietf-opsawg-pcap): a header of 24 bytes, then 16 bytes in front of each frame, in the byte order of whoever
 * wrote it, with times in microseconds or nanoseconds.
 */
final class PcapFormat implements CaptureFormat {
  private static final int LINK_TYPE_MASK = 0x03FF_FFFF; // the rest says how long a frame check sequence is (pcap draft §4)
  private static final long NS_PER_S = 1_000_000_000;
  private static final int LINK_TYPE = 20;

  private final CaptureBytes in;
  private final byte[] header = new byte[PcapWriter.HEADER_BYTES];
  private final byte[] after = new byte[PcapWriter.RECORD_BYTES];
  private final boolean bigEndian;
  private final int nsPerUnit;
  private final LinkType linkType;

  PcapFormat(CaptureBytes in) throws IOException {
    this.in = in;
    int read = in.fill(header, 0, header.length);
    if (read < 4) {
      throw new BadCapture(
          read == 0 ? "the file is empty" : "this is no capture: it has " + read + (read == 1 ? " byte" : " bytes") + " only");
    }
    int big = BigEndian.get32(header, 0);
    bigEndian = big == PcapWriter.NANOSECONDS_MAGIC || big == PcapWriter.MICROSECONDS_MAGIC;
    int magic = bigEndian ? big : Integer.reverseBytes(big);
    if (magic != PcapWriter.NANOSECONDS_MAGIC && magic != PcapWriter.MICROSECONDS_MAGIC) {
      throw new BadCapture("this is no capture in the pcap or the pcapng format: it begins with "
          + HexFormat.of().formatHex(header, 0, 4) + compression(big));
    }
    nsPerUnit = magic == PcapWriter.NANOSECONDS_MAGIC ? 1 : 1000;
    if (read < header.length) {
      throw new BadCapture("the file is cut off at byte " + read + ": it ends within its header of " + header.length + " bytes");
    }
    int number = intAt(LINK_TYPE) & LINK_TYPE_MASK;
    LinkType known = LinkType.of(number);
    if (known == null) {
      throw new BadCapture(
          "its frames are of link type " + LinkType.name(number) + "; those that can be read are " + LinkType.KNOWN);
    }
    linkType = known;
  }

  /** What to do about a file that another program has compressed. */
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
      throw new BadCapture(PcapngFormat.hole(start)); // one empty packet may be, but not another one at the same instant, 1970
    }
    into.linkType = linkType;
    into.timeNs = unsigned(0) * NS_PER_S + unsigned(4) * nsPerUnit;
    into.read(in, unsigned(8), unsigned(12));
    return true;
  }

  private static boolean isZero(byte[] record) {
    return (BigEndian.get64(record, 0) | BigEndian.get64(record, 8)) == 0;
  }

  private long unsigned(int at) {
    return intAt(at) & 0xFFFF_FFFFL;
  }

  private int intAt(int at) {
    int word = BigEndian.get32(header, at);
    return bigEndian ? word : Integer.reverseBytes(word);
  }
}
