package dev.inflight.lab.graph.goal;

import java.io.IOException;
import java.util.List;

/**
 * Recognizes binary schedules of LogGOPSim2, which start like those of LogGOPSim, but have more fields in each operation, and
 * more types of operations.
 */
final class OtherGoalBinary {
  /** Bytes of an operation, in two builds. */
  private static final List<Integer> OPERATION_BYTES = List.of(56, 104);
  /** Highest type. LogGOPSim2 adds one-sided operations, with and without triggers, and computation in another simulator. */
  private static final int MOST_TYPE = 11;

  private OtherGoalBinary() {
  }

  /**
   * Reports whether all operations of all ranks are those of LogGOPSim2.
   *
   * @param table offset of the rows of ranks
   * @param offset offset from which the ranks' places count
   */
  static boolean isIn(FileWindow file, long table, long offset, int ranks) throws IOException {
    for (int operationBytes : OPERATION_BYTES) {
      boolean fits = true;
      long operations = 0;
      for (int rank = 0; rank < ranks && fits; rank++) {
        file.seek(table + 2L * Long.BYTES * rank);
        long begin = file.number8() + offset;
        long end = file.number8() + offset;
        fits = begin >= offset && end - begin >= 2L * Integer.BYTES && end <= file.sizeBytes();
        if (fits) {
          file.seek(begin);
          long count = file.number4();
          long first = begin + 2L * Integer.BYTES + Integer.BYTES * file.number4();
          fits = hasOperations(file, first, end, count, operationBytes);
          operations += count;
        }
      }
      if (fits && operations > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasOperations(FileWindow file, long first, long end, long count, int operationBytes) throws IOException {
    long rest = end - first - count * operationBytes;
    if (rest < 0 || rest % Integer.BYTES != 0) {
      return false;
    }
    for (long operation = 0; operation < count; operation++) {
      file.seek(first + operation * operationBytes + Integer.BYTES);
      int type = file.number1();
      if (type < 1 || type > MOST_TYPE) {
        return false;
      }
    }
    return true;
  }
}
