package dev.inflight.wire.pcap;

import java.io.IOException;

/** The bytes of a file in order, of which the first four can be looked at beforehand. It knows its place, and seeks nowhere. */
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

  /** Bytes of the file that were taken so far. */
  long offset() {
    return bufferOffset + position;
  }

  /** Looks at the next bytes, and takes none; returns how many there are, up to {@code length}. */
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

  /** Takes bytes; returns how many, which are fewer than {@code length} at the end only. */
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

  /** Passes over bytes; returns how many, which are fewer than {@code length} at the end only. */
  long skip(long length) throws IOException {
    long done = 0;
    while (done < length && refill()) {
      int part = (int) Math.min(length - done, limit - position);
      position += part;
      done += part;
    }
    return done;
  }

  /** Takes some bytes, at least one; -1 at the end. */
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
