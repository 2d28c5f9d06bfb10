package dev.inflight.net.frame;

import java.io.IOException;
import java.io.Serial;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Reads the classic capture format of either byte order, with times in nanoseconds or microseconds, link type Ethernet. It opens nothing
 * itself and holds one frame at a time, in an array of fixed size. Not thread-safe.
 */
public final class PcapReader {
  /** Where the file's bytes come from; {@code InputStream::read} is one. */
  @FunctionalInterface
  public interface Source {
    /** Reads 1 to {@code length} bytes to {@code offset}, and says how many; -1 at the end. */
    int read(byte[] bytes, int offset, int length) throws IOException;
  }

  /** The bytes are not what they have to be; the message says in a sentence what is wrong. */
  public static final class NotPcap extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    NotPcap(String message) {
      super(message);
    }
  }

  private static final int PCAPNG_MAGIC = 0x0A0D0D0A;
  private static final int LINK_TYPE_MASK = 0x03FF_FFFF; // the rest says how long a frame check sequence is (pcap draft §4)
  private static final int BUFFER_BYTES = 1 << 16;
  private static final long NS_PER_S = 1_000_000_000;

  private final Source source;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private final byte[] header = new byte[PcapWriter.HEADER_BYTES];
  private final byte[] frame = new byte[PcapWriter.WHOLE_FRAMES];
  private final boolean bigEndian;
  private final int nsPerUnit;
  private long number;
  private long timeNs;
  private int capturedBytes;
  private int frameBytes;

  /**
   * Reads the file's header.
   *
   * @throws NotPcap when it is not such a file, or one of another link type
   * @throws IOException when the source fails
   */
  public PcapReader(Source source) throws IOException {
    this.source = source;
    int read = fill(header, 4);
    if (read < 4) {
      throw new NotPcap(read == 0 ? "the file is empty" : "this is not a pcap file: it has " + read + " bytes only");
    }
    int big = intAt(0, true);
    int little = intAt(0, false);
    bigEndian = big == PcapWriter.NANOSECONDS_MAGIC || big == PcapWriter.MICROSECONDS_MAGIC;
    int magic = bigEndian ? big : little;
    if (big == PCAPNG_MAGIC) {
      throw new NotPcap("this is a pcapng file; convert it, as in editcap -F nsecpcap IN OUT");
    }
    if (magic != PcapWriter.NANOSECONDS_MAGIC && magic != PcapWriter.MICROSECONDS_MAGIC) {
      throw new NotPcap("this is not a pcap file: it begins with " + HexFormat.of().formatHex(header, 0, 4));
    }
    nsPerUnit = magic == PcapWriter.NANOSECONDS_MAGIC ? 1 : 1000;
    if (fill(header, PcapWriter.HEADER_BYTES - 4) < PcapWriter.HEADER_BYTES - 4) {
      throw new NotPcap("the file ends within its header of " + PcapWriter.HEADER_BYTES + " bytes");
    }
    int linkType = intAt(16, bigEndian) & LINK_TYPE_MASK; // the four bytes of the magic are not here any more
    if (linkType != PcapWriter.ETHERNET) {
      throw new NotPcap("its frames are of link type " + linkType + ", not Ethernet (" + PcapWriter.ETHERNET + ")");
    }
  }

  /**
   * Goes on to the next frame.
   *
   * @return whether there is one
   * @throws NotPcap when the file ends in the middle of it, or it is longer than any frame
   * @throws IOException when the source fails
   */
  public boolean next() throws IOException {
    int read = fill(header, PcapWriter.RECORD_BYTES);
    if (read == 0) {
      return false;
    }
    number++;
    if (read < PcapWriter.RECORD_BYTES) {
      throw new NotPcap("the file is cut off: it ends within the header of packet " + number);
    }
    timeNs = (intAt(0, bigEndian) & 0xFFFF_FFFFL) * NS_PER_S + (intAt(4, bigEndian) & 0xFFFF_FFFFL) * nsPerUnit;
    long captured = intAt(8, bigEndian) & 0xFFFF_FFFFL;
    long whole = intAt(12, bigEndian) & 0xFFFF_FFFFL;
    if (captured > PcapWriter.WHOLE_FRAMES || whole > Integer.MAX_VALUE) {
      throw new NotPcap("the file is damaged: packet " + number + " would have " + Math.max(captured, whole) + " bytes");
    }
    capturedBytes = (int) captured;
    frameBytes = (int) whole;
    read = fill(frame, capturedBytes);
    if (read < capturedBytes) {
      throw new NotPcap("the file is cut off: it ends after " + read + " of the " + capturedBytes + " bytes of packet " + number);
    }
    int missing = Math.min(frameBytes, PcapWriter.WHOLE_FRAMES);
    if (capturedBytes < missing) {
      Arrays.fill(frame, capturedBytes, missing, (byte) 0);
    }
    return true;
  }

  /** The frame's number, from 1. */
  public long number() {
    return number;
  }

  /** The frame's time, in nanoseconds since the capture's own zero (1970 for real ones), 0 or more. */
  public long timeNs() {
    return timeNs;
  }

  /** Holds the frame from index 0 on, until the next one is read; what was not captured of it is zero. */
  public byte[] bytes() {
    return frame;
  }

  /** Bytes of the frame that the file holds, 0 to {@link PcapWriter#WHOLE_FRAMES}. */
  public int capturedBytes() {
    return capturedBytes;
  }

  /** The frame's true length, as the file has it; 0 or more. */
  public int frameBytes() {
    return frameBytes;
  }

  private int fill(byte[] into, int length) throws IOException {
    int done = 0;
    while (done < length) {
      if (position == limit) {
        limit = source.read(buffer, 0, BUFFER_BYTES);
        position = 0;
        if (limit <= 0) {
          limit = 0;
          return done;
        }
      }
      int part = Math.min(length - done, limit - position);
      System.arraycopy(buffer, position, into, done, part);
      position += part;
      done += part;
    }
    return done;
  }

  private int intAt(int offset, boolean big) {
    int word = (header[offset] & 0xFF) << 24 | (header[offset + 1] & 0xFF) << 16 | (header[offset + 2] & 0xFF) << 8
        | header[offset + 3] & 0xFF;
    return big ? word : Integer.reverseBytes(word);
  }
}
