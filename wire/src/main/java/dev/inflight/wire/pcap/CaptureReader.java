package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a capture in order: the classic format (pcap, with its two variants) and pcapng, each of either byte order, as they
 * are or compressed with gzip; the first bytes decide which. It opens nothing itself, seeks nowhere, and holds one frame at a time in an
 * array of fixed size, so that a capture may be a pipe and of any length. A caller that stops before the end, or before an error, closes
 * it, which leaves the source open. Not thread-safe.
 */
public final class CaptureReader implements AutoCloseable {
  /** Where the file's bytes come from; {@code InputStream::read} is one. */
  @FunctionalInterface
  public interface Source {
    /** Reads 1 to {@code length} bytes to {@code offset}, and says how many; -1 at the end. */
    int read(byte[] bytes, int offset, int length) throws IOException;
  }

  /**
   * Packets that were passed over because their link type is not read.
   *
   * @param linkType its number, with its name where it has a usual one
   * @param packets how many, 1 or more
   */
  public record Unreadable(String linkType, long packets) {
  }

  /**
   * The time of a frame for which the capture states none, as in simple packet blocks of pcapng, or states one that 64 bits of nanoseconds
   * cannot hold.
   */
  public static final long NO_TIME = Long.MIN_VALUE;

  private static final int GZIP_MAGIC = 0x1F8B;
  private static final int MAGIC_BYTES = 4;

  private final CapturedFrame frame = new CapturedFrame();
  private final CaptureFormat format;
  private final @Nullable GunzipSource compressed;

  /**
   * Reads the file's header.
   *
   * @throws BadCapture when it is none of these formats, or one with unreadable frames
   * @throws IOException when the source fails
   */
  public CaptureReader(Source source) throws IOException {
    var file = new CaptureBytes(source);
    byte[] magic = new byte[MAGIC_BYTES];
    boolean gzip = file.peek(magic, MAGIC_BYTES) >= 2 && BigEndian.get16(magic, 0) == GZIP_MAGIC;
    compressed = gzip ? new GunzipSource(file) : null;
    try {
      format = formatOf(compressed == null ? file : new CaptureBytes(compressed));
    } catch (IOException refused) {
      close();
      throw refused;
    }
  }

  private static CaptureFormat formatOf(CaptureBytes bytes) throws IOException {
    byte[] magic = new byte[MAGIC_BYTES];
    boolean blocks = bytes.peek(magic, MAGIC_BYTES) == MAGIC_BYTES && BigEndian.get32(magic, 0) == PcapngFormat.SECTION_HEADER;
    return blocks ? new PcapngFormat(bytes) : new PcapFormat(bytes);
  }

  /** Gives back what it takes to decompress. */
  @Override
  public void close() {
    if (compressed != null) {
      compressed.close();
    }
  }

  /**
   * Goes on to the next frame of a link type that is read; the others of a pcapng file are {@link #unreadable}.
   *
   * @return whether there is one
   * @throws BadCapture when the file ends in the middle of it, or cannot be as it is
   * @throws IOException when the source fails
   */
  public boolean next() throws IOException {
    return format.next(frame);
  }

  /** The packets that were passed over so far, one entry a link type. Their numbers are counted. */
  public List<Unreadable> unreadable() {
    var passedOver = new ArrayList<Unreadable>();
    format.unreadable().forEach((number, packets) -> passedOver.add(new Unreadable(LinkType.name(number), packets)));
    return passedOver;
  }

  /** The frame's number, from 1. */
  public long number() {
    return frame.number;
  }

  /**
   * The frame's time, in nanoseconds since 1970 or the capture's own zero; what is below a nanosecond is cut off. {@link #NO_TIME}:
   * unknown.
   */
  public long timeNs() {
    return frame.timeNs;
  }

  /** Holds the frame from index 0 on, until the next one is read; what was not captured of it is zero. */
  public byte[] bytes() {
    return frame.bytes;
  }

  /** Bytes of the frame that the file holds, 0 to {@link PcapWriter#WHOLE_FRAMES}. */
  public int capturedBytes() {
    return frame.capturedBytes;
  }

  /** The frame's true length, as the file has it; 0 or more. */
  public int frameBytes() {
    return frame.frameBytes;
  }

  /** How many bytes at the frame's end are its check sequence, as far as the capture says it; 0 or more. */
  public int checkSequenceBytes() {
    return frame.checkSequenceBytes;
  }

  /** With which header the frame starts. */
  public LinkType linkType() {
    return frame.linkType;
  }
}
