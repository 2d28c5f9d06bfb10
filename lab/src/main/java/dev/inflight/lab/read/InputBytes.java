package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Bytes of an input file up to a limit, so that an endless file is reported by name before memory is full. */
public final class InputBytes {
  /** Maximum length of a scenario or configuration in bytes. */
  public static final long SCENARIO = 64 << 20;

  private static final long LONGEST_TABLE = 1 << 30;
  /** Divisor of the heap that limits a table's bytes; the resulting objects take several times as much. */
  private static final int SHARE_OF_HEAP = 8;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int PATIENCE_SECONDS = 1;
  /** Byte order marks in the order of a file's bytes. */
  private static final int UTF_16 = 0xfeff;
  private static final int UTF_16_LITTLE = 0xfffe;
  private static final int GZIP = 0x1f8b;

  private InputBytes() {
  }

  /** Maximum length of a file of flows, cables, sizes or FCTs in bytes: 1 GiB, at most an eighth of the heap. */
  static long table() {
    return Math.min(LONGEST_TABLE, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /** Reads a file of at most {@code most} bytes. */
  static byte[] read(Path path, long most) {
    return read(path, most, System.err);
  }

  /** Reads a file of at most {@code most} bytes. {@code err} receives a message during a wait for a pipe. */
  public static byte[] read(Path path, long most, PrintStream err) {
    return read(path, most, err, _ -> {
    });
  }

  /**
   * Reads a file of at most {@code most} bytes.
   *
   * @param look receives the first bytes, up to 64 KiB, before an error about the file's length or about a byte outside text
   */
  static byte[] read(Path path, long most, PrintStream err, Consumer<byte[]> look) {
    SourceLocation place = SourceLocation.of(path);
    try {
      if (!Files.isRegularFile(path)) {
        return readPatiently(path, most, err, look);
      }
      try (InputStream in = Files.newInputStream(path)) {
        if (Files.size(path) > most) {
          look.accept(in.readNBytes(BLOCK_BYTES));
          throw tooLong(place, "has " + Files.size(path) + " bytes", most);
        }
        return read(path, in, most, new CountDownLatch(0), look);
      }
    } catch (AccessDeniedException denied) {
      throw place.error("the file cannot be read: permission denied");
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
  }

  /** Opens a file of any size. {@code err} receives a message during a wait for a pipe's writer. */
  public static InputStream open(Path path, PrintStream err) throws IOException {
    if (Files.isRegularFile(path)) {
      return Files.newInputStream(path);
    }
    var started = new CountDownLatch(1);
    reportWaiting(path, err, started);
    try {
      return Files.newInputStream(path);
    } finally {
      started.countDown();
    }
  }

  /** Reads a pipe or device, which may block until a writer opens it, or forever. */
  private static byte[] readPatiently(Path path, long most, PrintStream err, Consumer<byte[]> look) throws IOException {
    var started = new CountDownLatch(1);
    reportWaiting(path, err, started);
    try (InputStream in = Files.newInputStream(path)) {
      return read(path, in, most, started, look);
    } finally {
      started.countDown();
    }
  }

  /** Reads standard input. {@code look} receives the first bytes. */
  public static byte[] readStandardInput(Path called, InputStream in, long most, Consumer<byte[]> look) {
    var started = new CountDownLatch(1);
    reportWaiting(called, System.err, started);
    try {
      return read(called, in, most, started, look);
    } finally {
      started.countDown();
    }
  }

  private static void reportWaiting(Path path, PrintStream err, CountDownLatch started) {
    Thread.ofPlatform().daemon().name("waiting").start(() -> {
      try {
        if (!started.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          err.println("inflight: waiting for " + Quoted.printable(path.toString()));
        }
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /** Reads to the end, the limit, or the first byte that text cannot have. */
  public static byte[] read(Path named, InputStream in, long most) {
    return read(named, in, most, new CountDownLatch(0), _ -> {
    });
  }

  /** Reads a stream. The first byte opens the latch. */
  private static byte[] read(Path named, InputStream in, long most, CountDownLatch started, Consumer<byte[]> look) {
    SourceLocation place = SourceLocation.of(named);
    byte[] bytes = new byte[BLOCK_BYTES];
    int filled = 0;
    boolean looked = false;
    try {
      for (int more; (more = in.read(bytes, filled, bytes.length - filled)) >= 0; filled += more) {
        started.countDown();
        int nul = indexOfNul(bytes, filled, filled + more);
        if (!looked && (nul >= 0 || filled + more >= BLOCK_BYTES)) {
          look.accept(Arrays.copyOf(bytes, filled + more));
          looked = true;
        }
        if (nul >= 0) {
          refuseForm(bytes, filled + more, place);
          throw new SourceLocation(place.source(), lineOf(bytes, nul)).error("found a NUL byte, so this is not a text file");
        }
        if (filled + more > most) {
          throw tooLong(place, "has more than " + most + " bytes", most);
        }
        if (filled + more == bytes.length) {
          bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, Math.max(most + 1, bytes.length + 1L)));
        }
      }
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
    byte[] all = Arrays.copyOf(bytes, filled);
    if (!looked) {
      look.accept(all);
    }
    refuseForm(all, filled, place);
    return all;
  }

  /** Rejects UTF-16, which Windows programs write, and gzip. No text in UTF-8 starts with these two bytes. */
  private static void refuseForm(byte[] head, int length, SourceLocation place) {
    int mark = length < 2 ? 0 : (head[0] & 0xff) << 8 | head[1] & 0xff;
    if (mark == UTF_16 || mark == UTF_16_LITTLE) {
      throw new SourceLocation(place.source(), 1)
          .error("the file is UTF-16, as its first two bytes say; convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8");
    }
    if (mark == GZIP) {
      throw place.error("the file is compressed with gzip; decompress it first, as with gunzip");
    }
  }

  /**
   * Opens a text file of any size after its byte order mark, if any. The stream supports mark and reset for the first bytes.
   *
   * @throws InputError if the file is UTF-16 or compressed
   */
  public static InputStream openText(Path path, PrintStream err) throws IOException {
    var in = new BufferedInputStream(open(path, err), BLOCK_BYTES);
    byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    in.mark(mark.length);
    byte[] head = in.readNBytes(mark.length);
    if (!Arrays.equals(head, mark)) {
      in.reset();
      refuseForm(head, head.length, SourceLocation.of(path));
    }
    return in;
  }

  private static int indexOfNul(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == 0) {
        return at;
      }
    }
    return -1;
  }

  private static InputError tooLong(SourceLocation place, String has, long most) {
    String heap = most == SCENARIO || most == LONGEST_TABLE || most != table()
        ? ""
        : " with this heap; allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx8g";
    return place.error("the file is too long: it " + has + ", and at most " + most + " are read of such a file" + heap);
  }

  /** Line number of a byte, from 1. */
  static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int at = 0; at < position; at++) {
      if (bytes[at] == '\n') {
        line++;
      }
    }
    return line;
  }
}
