package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the frames of a capture, in order. It detects pcap (the classic format and its variants) and pcapng, in either byte
 * order, plain or compressed with gzip. The reader opens no file, never seeks, and holds one frame at a time in an array of fixed
 * size, so a capture may be a pipe of any length. A caller that stops before the end or an error closes the reader; the source
 * stays open. Not thread-safe.
 */
public final class CaptureReader implements AutoCloseable {
  /** Source of the file's bytes; {@code InputStream::read} is one. */
  @FunctionalInterface
  public interface Source {
    /** Reads 1 to {@code length} bytes to {@code offset}, and returns their number; -1 at the end. */
    int read(byte[] bytes, int offset, int length) throws IOException;
  }

  /**
   * Packets that were skipped because their link type is not supported.
   *
   * @param linkType number of the link type, with its name if it is common
   * @param packets number of packets, 1 or more
   */
  public record Unreadable(String linkType, long packets) {
  }

  /** Time of a frame if the capture states none (simple packet blocks of pcapng), or if 64 bits of nanoseconds cannot hold it. */
  public static final long NO_TIME = Long.MIN_VALUE;

  private static final int GZIP_MAGIC = 0x1F8B;
  private static final int MAGIC_BYTES = 4;

  private final CapturedFrame frame = new CapturedFrame();
  private final CaptureFormat format;
  private final @Nullable GunzipSource compressed;

  /**
   * Reads the file's header.
   *
   * @throws BadCapture if the file has an unknown format, or frames that cannot be read
   * @throws IOException if the source fails
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

  /** Releases the memory for decompression. */
  @Override
  public void close() {
    if (compressed != null) {
      compressed.close();
    }
  }

  /**
   * Reads the next frame of a supported link type; other frames of a pcapng file count as {@link #unreadable}.
   *
   * @return false if there is none
   * @throws BadCapture if the file ends within a frame or contradicts itself
   * @throws IOException if the source fails
   */
  public boolean next() throws IOException {
    return format.next(frame);
  }

  /** Packets skipped so far, one entry per link type. Frame numbers include them. */
  public List<Unreadable> unreadable() {
    var passedOver = new ArrayList<Unreadable>();
    format.unreadable().forEach((number, packets) -> passedOver.add(new Unreadable(LinkType.name(number), packets)));
    return passedOver;
  }

  /** Number of the frame, from 1. */
  public long number() {
    return frame.number;
  }

  /** Time of the frame, in nanoseconds since 1970 or the capture's own zero, rounded down; {@link #NO_TIME} if unknown. */
  public long timeNs() {
    return frame.timeNs;
  }

  /** Array that holds the frame from index 0 until the next frame is read; bytes that were not captured are 0. */
  public byte[] bytes() {
    return frame.bytes;
  }

  /** Bytes of the frame that the file holds, 0 to {@link PcapWriter#WHOLE_FRAMES}. */
  public int capturedBytes() {
    return frame.capturedBytes;
  }

  /** Original length of the frame in bytes, as the file states it; 0 or more. */
  public int frameBytes() {
    return frame.frameBytes;
  }

  /** Length of the frame check sequence at the frame's end, in bytes; 0 if the capture does not state it. */
  public int checkSequenceBytes() {
    return frame.checkSequenceBytes;
  }

  /** Kind of the header with which the frame starts. */
  public LinkType linkType() {
    return frame.linkType;
  }
}
