package dev.inflight.lab.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** No message asks the user to wait for input that is arriving. */
class InputWaitTest {
  /** Stream that returns a byte at once, and the next one after the watcher has decided. */
  private static final class SlowInput extends InputStream {
    private int reads;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (reads == 1) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
          if (thread.getName().equals("waiting")) {
            join(thread);
          }
        }
      }
      bytes[offset] = 'x';
      return ++reads > 2 ? -1 : 1;
    }

    private static void join(Thread thread) throws IOException {
      try {
        thread.join();
      } catch (InterruptedException stopped) {
        throw (IOException) new InterruptedIOException("stopped").initCause(stopped);
      }
    }
  }

  @Test
  void firstByteEndsTheWait() {
    var told = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(told, true, UTF_8));
    try {
      assertThat(InputBytes.readStandardInput(Path.of("slow-input"), new SlowInput(), 1000, _ -> {
      })).isEqualTo("xx".getBytes(UTF_8));
    } finally {
      System.setErr(before);
    }
    assertThat(told.toString(UTF_8)).doesNotContain("slow-input");
  }
}
