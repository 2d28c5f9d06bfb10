package dev.inflight.wire.pcap;

import java.io.IOException;

/** Bytes of a file, in order; {@link #peek} reads in advance. The object tracks its position and never seeks. */
final class CaptureBytes {
  private static final int BUFFER_BYTES = 1 << 16;

  private final CaptureReader.Source source;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private long bufferOffset;
  private int position;
  private int limit;

  CaptureBytes(CaptureReader.Source source) {
    this.source = source;
  }

  /** Number of bytes read from the file so far. */
  long offset() {
    return bufferOffset + position;
  }

  /** Reads the next bytes without consuming them; returns their number, up to {@code length}. */
  int peek(byte[] into, int length) throws IOException {
    while (limit - position < length) {
      if (position > 0) {
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        bufferOffset += position;
        limit -= position;
        position = 0;
      }
      int read = source.read(buffer, limit, BUFFER_BYTES - limit);
      if (read <= 0) {
        break;
      }
      limit += read;
    }
    int there = Math.min(length, limit - position);
    System.arraycopy(buffer, position, into, 0, there);
    return there;
  }

  /** Reads bytes; returns their number, which is below {@code length} only at the end. */
  int fill(byte[] into, int at, int length) throws IOException {
    int done = 0;
    while (done < length && refill()) {
      int part = Math.min(length - done, limit - position);
      System.arraycopy(buffer, position, into, at + done, part);
      position += part;
      done += part;
    }
    return done;
  }

  /** Skips bytes; returns their number, which is below {@code length} only at the end. */
  long skip(long length) throws IOException {
    long done = 0;
    while (done < length && refill()) {
      int part = (int) Math.min(length - done, limit - position);
      position += part;
      done += part;
    }
    return done;
  }

  /** Reads some bytes, at least one; returns -1 at the end. */
  int some(byte[] into, int at, int length) throws IOException {
    return length == 0 ? 0 : refill() ? fill(into, at, Math.min(length, limit - position)) : -1;
  }

  private boolean refill() throws IOException {
    if (position < limit) {
      return true;
    }
    bufferOffset += limit;
    position = 0;
    limit = Math.max(0, source.read(buffer, 0, BUFFER_BYTES));
    return limit > 0;
  }
}
