package dev.inflight.lab.graph.goal;

import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Reader of little-endian unsigned numbers anywhere in a file. It keeps one block of the file in memory. */
final class FileWindow {
  private static final int BLOCK_BYTES = 1 << 14;

  private final SourceLocation place;
  private final FileChannel channel;
  private final long sizeBytes;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long blockAt;

  FileWindow(SourceLocation place, FileChannel channel) throws IOException {
    this.place = place;
    this.channel = channel;
    sizeBytes = channel.size();
    block.limit(0);
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /** Rejects a file that ends too early. */
  void require(long from, long bytes, String what) {
    if (bytes > sizeBytes - from) {
      throw place.error("byte " + sizeBytes + ": the file ends within " + what + ", which goes on to byte " + (from + bytes));
    }
  }

  long position() {
    return blockAt + block.position();
  }

  void seek(long position) {
    if (position >= blockAt && position <= blockAt + block.limit()) {
      block.position((int) (position - blockAt));
    } else {
      blockAt = position;
      block.limit(0);
    }
  }

  void skip(int bytes) {
    seek(position() + bytes);
  }

  int number1() throws IOException {
    return need(1).get() & 0xFF;
  }

  long number4() throws IOException {
    return need(Integer.BYTES).getInt() & 0xFFFF_FFFFL;
  }

  /** Reads all 64 bits; a number of 2^63 or more becomes negative. */
  long number8() throws IOException {
    return need(Long.BYTES).getLong();
  }

  private ByteBuffer need(int bytes) throws IOException {
    if (block.remaining() < bytes) {
      blockAt += block.position();
      block.clear();
      while (block.position() < bytes) {
        if (channel.read(block, blockAt + block.position()) < 0) {
          throw place.error("byte " + (blockAt + block.position()) + ": the file ends here, within a number");
        }
      }
      block.flip();
    }
    return block;
  }
}
