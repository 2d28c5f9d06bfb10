package dev.inflight.lab.print;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Standard output of the program. A print stream hides the reason of a failed write. This stream keeps the reason,
 * so that one check after the command covers all of its output.
 */
public final class Stdout extends PrintStream {
  private static final int BUFFER_BYTES = 1 << 13;

  private final Remembering target;

  public Stdout(OutputStream target, Charset charset) {
    this(new Remembering(target), charset);
  }

  private Stdout(Remembering target, Charset charset) {
    super(new BufferedOutputStream(target, BUFFER_BYTES), false, charset);
    this.target = target;
  }

  /**
   * Flushes the output, and returns the reason of a failed write; null on success or after a closed pipe, as with {@code head}.
   */
  @Nullable
  public String failure() {
    checkError(); // flushes
    IOException first = target.first;
    if (first == null || String.valueOf(first.getMessage()).contains("Broken pipe")) {
      return null;
    }
    return String.valueOf(first.getMessage());
  }

  /** Stream that keeps the first failure and writes nothing after it. */
  private static final class Remembering extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException first;

    Remembering(OutputStream target) {
      this.target = target;
    }

    private interface Writing {
      void write() throws IOException;
    }

    private void attempt(Writing writing) throws IOException {
      if (first != null) {
        throw first;
      }
      try {
        writing.write();
      } catch (IOException failed) {
        first = failed;
        throw failed;
      }
    }

    @Override
    public void write(int oneByte) throws IOException {
      attempt(() -> target.write(oneByte));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      attempt(() -> target.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
      attempt(target::flush);
    }

    @Override
    public void close() throws IOException {
      attempt(target::close);
    }
  }
}
