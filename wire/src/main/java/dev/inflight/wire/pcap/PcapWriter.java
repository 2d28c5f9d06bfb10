package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.Check;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writer of Ethernet frames in the classic capture format, little-endian, with times in nanoseconds (magic 0xa1b23c4d). It
 * collects frames in a buffer and opens no file; the owner of the sink closes it after {@link #flush}. Not thread-safe.
 */
public final class PcapWriter {
  /** Destination of the file's bytes; {@code OutputStream::write} is one. */
  @FunctionalInterface
  public interface Sink {
    /** Writes all {@code length} bytes from {@code offset}. */
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  /** Snap length that cuts no frame of a network; readers support no more. */
  public static final int WHOLE_FRAMES = 262_144;

  static final int NANOSECONDS_MAGIC = 0xA1B23C4D;
  static final int MICROSECONDS_MAGIC = 0xA1B2C3D4;
  static final int HEADER_BYTES = 24;
  static final int RECORD_BYTES = 16;
  static final int ETHERNET = 1;

  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int VERSION = 4 << 16 | 2;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final long PS_PER_NS = 1_000;
  private static final long PS_PER_S = 1_000_000_000_000L;

  private final Sink sink;
  private final int snapBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;

  /**
   * Starts a file.
   *
   * @param snapBytes recorded bytes of each frame, 1 to {@link #WHOLE_FRAMES}
   * @throws IllegalArgumentException if {@code snapBytes} is out of range
   */
  public PcapWriter(Sink sink, int snapBytes) {
    Check.check("snap length", snapBytes, 1, WHOLE_FRAMES);
    this.sink = sink;
    this.snapBytes = snapBytes;
    INT.set(buffer, 0, NANOSECONDS_MAGIC);
    INT.set(buffer, 4, VERSION);
    INT.set(buffer, 16, snapBytes);
    INT.set(buffer, 20, ETHERNET);
    filled = HEADER_BYTES;
  }

  /** Recorded bytes of each frame. */
  public int snapBytes() {
    return snapBytes;
  }

  /**
   * Adds a frame, cut to the snap length.
   *
   * @param timePs time of the frame, 0 or more, in picoseconds, rounded down to nanoseconds
   * @param bytes array with the frame's first bytes from {@code offset}, at least those that are recorded
   * @param frameBytes original length of the frame
   * @throws IOException if the sink fails
   */
  public void write(long timePs, byte[] bytes, int offset, int frameBytes) throws IOException {
    int kept = Math.min(frameBytes, snapBytes);
    if (filled > BUFFER_BYTES - RECORD_BYTES - kept) {
      flush();
    }
    INT.set(buffer, filled, (int) (timePs / PS_PER_S));
    INT.set(buffer, filled + 4, (int) (timePs % PS_PER_S / PS_PER_NS));
    INT.set(buffer, filled + 8, kept);
    INT.set(buffer, filled + 12, frameBytes);
    filled += RECORD_BYTES;
    if (kept <= BUFFER_BYTES - filled) {
      System.arraycopy(bytes, offset, buffer, filled, kept);
      filled += kept;
    } else {
      flush();
      sink.write(bytes, offset, kept);
    }
  }

  /** Writes all collected bytes to the sink; the file is then complete. */
  public void flush() throws IOException {
    sink.write(buffer, 0, filled);
    filled = 0;
  }
}
