package dev.inflight.lab.print;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writer of an ASCII file. Numbers become digits in a byte buffer without intermediate objects,
 * so that a million lines cost little, and so do the first thousand.
 */
public final class TextWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LONGEST_NUMBER = 24;
  private static final long PS_PER_NS = 1000;

  /** Creates the exception for a failed write. */
  public interface Failure {
    RuntimeException of(IOException cause);
  }

  private final OutputStream out;
  private final Failure failure;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;

  public TextWriter(OutputStream out, Failure failure) {
    this.out = out;
    this.failure = failure;
  }

  /** Adds ASCII text. */
  @SuppressWarnings("deprecation")
  public // the low bytes are all there is
  TextWriter text(String text) {
    int length = text.length();
    if (length > BUFFER_BYTES - filled) {
      flush();
      if (length > BUFFER_BYTES) {
        return text(text.substring(0, BUFFER_BYTES)).text(text.substring(BUFFER_BYTES));
      }
    }
    text.getBytes(0, length, buffer, filled);
    filled += length;
    return this;
  }

  /** Adds one ASCII character. */
  public TextWriter mark(char character) {
    reserve();
    buffer[filled++] = (byte) character;
    return this;
  }

  /** Adds an integer. */
  public TextWriter number(long value) {
    reserve();
    if (value < 0) {
      if (value == Long.MIN_VALUE) {
        return text(Long.toString(value));
      }
      buffer[filled++] = '-';
    }
    digits(Math.abs(value), 1);
    return this;
  }

  /** Adds a time in nanoseconds, with three decimals for picoseconds. */
  public TextWriter nanoseconds(long ps) {
    number(ps / PS_PER_NS).mark('.');
    digits(Math.abs(ps % PS_PER_NS), 3);
    return this;
  }

  /** Adds a nonnegative number with this many decimals, at most 9. */
  public TextWriter decimal(double value, int decimals) {
    long scale = 1;
    for (int i = 0; i < decimals; i++) {
      scale *= 10;
    }
    if (!(value >= 0 && value < 1e9)) {
      return text(Double.toString(value));
    }
    long scaled = Math.round(value * scale);
    number(scaled / scale);
    if (decimals > 0) {
      mark('.');
      digits(scaled % scale, decimals);
    }
    return this;
  }

  /** Adds eight hexadecimal digits. */
  public TextWriter hex(int value) {
    reserve();
    for (int shift = 28; shift >= 0; shift -= 4) {
      buffer[filled++] = (byte) Character.forDigit(value >>> shift & 15, 16);
    }
    return this;
  }

  private void digits(long value, int atLeast) {
    int count = atLeast;
    for (long bound = power(atLeast); value >= bound; bound *= 10) {
      count++;
      if (count == 19) {
        break;
      }
    }
    reserve();
    long rest = value;
    for (int at = filled + count - 1; at >= filled; at--) {
      buffer[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    filled += count;
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  private void reserve() {
    if (filled > BUFFER_BYTES - LONGEST_NUMBER) {
      flush();
    }
  }

  /** Writes the buffer to the stream. */
  public void flush() {
    try {
      out.write(buffer, 0, filled);
      filled = 0;
    } catch (IOException failed) {
      throw failure.of(failed);
    }
  }

  @Override
  public void close() {
    try (out) {
      out.write(buffer, 0, filled);
      filled = 0;
    } catch (IOException failed) {
      throw failure.of(failed);
    }
  }
}
