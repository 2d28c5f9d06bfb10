package dev.inflight.lab.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Complete lines of a file. */
final class WholeLines {
  private static final int STEP = 1 << 16;

  private WholeLines() {
  }

  /** Returns the offset after the last complete line; 0 without one. */
  static long end(FileChannel in) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(STEP);
    for (long end = in.size(); end > 0; end -= STEP) {
      long start = Math.max(0, end - STEP);
      bytes.clear().limit((int) (end - start));
      in.position(start);
      while (bytes.hasRemaining() && in.read(bytes) >= 0) {
        // until all of it is there
      }
      for (int at = bytes.position() - 1; at >= 0; at--) {
        if (bytes.get(at) == '\n') {
          return start + at + 1;
        }
      }
    }
    return 0;
  }

  /** Copies the bytes before an offset. */
  static void copy(FileChannel in, long end, OutputStream out) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(STEP);
    in.position(0);
    for (long left = end; left > 0;) {
      bytes.clear().limit((int) Math.min(left, STEP));
      int read = in.read(bytes);
      if (read < 0) {
        return;
      }
      out.write(bytes.array(), 0, read);
      left -= read;
    }
  }
}
