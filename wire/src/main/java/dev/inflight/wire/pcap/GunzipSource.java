package dev.inflight.wire.pcap;

import dev.inflight.telemetry.util.BigEndian;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Source of decompressed gzip data (RFC 1952): all members, in order. {@link java.util.zip.GZIPInputStream} depends on the
 * available bytes of a stream, which a pipe cannot report, and skips other data behind a member. Both would end a capture early
 * without an error.
 */
final class GunzipSource implements CaptureReader.Source, AutoCloseable {
  private static final int MAGIC = 0x1F8B;
  private static final int HEADER_BYTES = 10;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xE0;
  private static final int TRAILER_BYTES = 8;
  private static final int BUFFER_BYTES = 1 << 14;

  private final CaptureBytes in;
  private final Inflater inflater;
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] part = new byte[HEADER_BYTES];
  private int position;
  private int limit;
  private long readBytes; // of the file, to the end of the buffer
  private @Nullable BadCapture damage; // reported after the data in front of it
  private @Nullable IOException failure;
  private boolean inMember;
  private boolean ended;

  GunzipSource(CaptureBytes in) {
    this(in, new Inflater(true));
  }

  /** Creates a source that owns this inflater, which expects data without a header. */
  GunzipSource(CaptureBytes in, Inflater inflater) {
    this.in = in;
    this.inflater = inflater;
  }

  /** Reads decompressed bytes. Every call after a failure reports it again. The inflater's native memory is released at once. */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      return readOn(bytes, offset, length);
    } catch (IOException failed) {
      failure = failed;
      inflater.end();
      throw failed;
    }
  }

  /** Releases native memory; nothing can be read after this call. */
  @Override
  public void close() {
    if (!ended && failure == null) {
      failure = new IOException("the capture is closed");
      inflater.end();
    }
  }

  private int readOn(byte[] bytes, int offset, int length) throws IOException {
    while (!ended && length > 0) {
      if (damage != null) {
        throw damage;
      }
      if (inMember && inflater.finished()) {
        endMember();
      }
      if (!inMember && !beginMember()) {
        ended = true;
        inflater.end();
        break;
      }
      int done = inflate(bytes, offset, length);
      crc.update(bytes, offset, done);
      if (done > 0) {
        return done;
      }
      if (damage == null && !inflater.finished()) {
        if (inflater.needsDictionary() || !refill()) {
          throw cutOff();
        }
        inflater.setInput(buffer, position, limit - position);
        position = limit;
      }
    }
    return length == 0 ? 0 : -1;
  }

  /** Inflates data. It returns data in front of damage before it reports the error. */
  private int inflate(byte[] bytes, int offset, int length) {
    long before = inflater.getBytesWritten();
    try {
      return inflater.inflate(bytes, offset, length);
    } catch (DataFormatException damaged) {
      damage = new BadCapture("the gzip file is damaged before byte " + offset() + ": " + damaged.getMessage(), damaged);
      return (int) (inflater.getBytesWritten() - before);
    }
  }

  /** Skips a member's header; returns false if there is no member. */
  private boolean beginMember() throws IOException {
    long start = offset();
    int read = take(HEADER_BYTES);
    if (read == 0) {
      return false;
    }
    if (read == 1 && part[0] == MAGIC >>> 8) {
      throw cutOff();
    }
    if (read < 2 || BigEndian.get16(part, 0) != MAGIC) {
      throw new BadCapture("the gzip file is damaged at byte " + start + ": it is not followed by a gzip member");
    }
    requireWhole(read, HEADER_BYTES);
    int flags = BigEndian.get8(part, 3);
    if (BigEndian.get8(part, 2) != DEFLATE || (flags & RESERVED) != 0) {
      throw new BadCapture("the gzip file is damaged at byte " + start + ": its method or flags are unknown");
    }
    if ((flags & EXTRA) != 0) {
      requireWhole(take(2), 2);
      int extra = BigEndian.get8(part, 0) | BigEndian.get8(part, 1) << 8;
      for (int at = 0; at < extra; at++) {
        requireWhole(take(1), 1);
      }
    }
    for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
      do {
        requireWhole(take(1), 1);
      } while (part[0] != 0);
    }
    if ((flags & HEADER_CRC) != 0) {
      requireWhole(take(2), 2);
    }
    inflater.reset();
    inflater.setInput(buffer, position, limit - position);
    position = limit;
    crc.reset();
    inMember = true;
    return true;
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    int expected = (int) crc.getValue();
    int size = (int) inflater.getBytesWritten();
    requireWhole(take(TRAILER_BYTES), TRAILER_BYTES);
    if (Integer.reverseBytes(BigEndian.get32(part, 0)) != expected || Integer.reverseBytes(BigEndian.get32(part, 4)) != size) {
      throw new BadCapture("the gzip file is damaged before byte " + offset() + ": its checksum does not match the data");
    }
    inMember = false;
  }

  private int take(int length) throws IOException {
    int done = 0;
    while (done < length && (position < limit || refill())) {
      part[done++] = buffer[position++];
    }
    return done;
  }

  private boolean refill() throws IOException {
    position = 0;
    limit = Math.max(0, in.some(buffer, 0, BUFFER_BYTES));
    readBytes += limit;
    return limit > 0;
  }

  private void requireWhole(int read, int length) throws BadCapture {
    if (read < length) {
      throw cutOff();
    }
  }

  private BadCapture cutOff() {
    return new BadCapture("the gzip file is cut off at byte " + offset() + ": it ends within its compressed data");
  }

  private long offset() {
    return readBytes - (limit - position);
  }
}
