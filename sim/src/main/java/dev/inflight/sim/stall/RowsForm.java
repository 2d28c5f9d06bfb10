package dev.inflight.sim.stall;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Rows of the table of flows, as bytes from one process to another. */
public final class RowsForm {
  private RowsForm() {
  }

  /** Returns the bytes for some rows. */
  public static byte[] write(int[] rows) {
    var bytes = ByteBuffer.allocate(Math.multiplyExact(rows.length, Integer.BYTES));
    bytes.asIntBuffer().put(rows);
    return bytes.array();
  }

  /** Reads the rows of all processes, in order. */
  public static int[] read(byte[][] all) {
    return Arrays.stream(all).flatMapToInt(RowsForm::rows).sorted().toArray();
  }

  private static IntStream rows(byte[] some) {
    IntBuffer from = ByteBuffer.wrap(some).asIntBuffer();
    return IntStream.range(0, from.remaining()).map(from::get);
  }
}
