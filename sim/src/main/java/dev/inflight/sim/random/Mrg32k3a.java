package dev.inflight.sim.random;

/**
 * L'Ecuyer's combined multiple recursive generator MRG32k3a with its streams and substreams (Operations Research 47(1), 1999;
 * 50(6), 2002): 2^127 numbers from stream to stream, 2^76 from substream to substream. The authors' simulator draws from it.
 */
final class Mrg32k3a {
  private static final long M1 = 4294967087L;
  private static final long M2 = 4294944443L;
  private static final double NORM = 2.328306549295727688e-10;
  private static final long[][] A1 = {{0, 1, 0}, {0, 0, 1}, {M1 - 810728, 1403580, 0}};
  private static final long[][] A2 = {{0, 1, 0}, {0, 0, 1}, {M2 - 1370589, 0, 527612}};

  private static final int LOG_STREAM = 127;
  private static final int WORDS = 3;

  private final long[][] streamStep1 = powerOfTwo(A1, LOG_STREAM, M1);
  private final long[][] streamStep2 = powerOfTwo(A2, LOG_STREAM, M2);
  private long[] first;
  private long[] second;
  private long[] spare = new long[WORDS];

  /**
   * Makes a generator at the start of a substream.
   *
   * @param seed all six words of the initial state
   * @param stream the stream's number, unsigned
   * @param substream the substream's number
   */
  Mrg32k3a(long seed, long stream, long substream) {
    first = new long[] {seed, seed, seed};
    second = new long[] {seed, seed, seed};
    jump(stream, 127);
    jump(substream, 76);
  }

  /** Advances by {@code times} * 2^{@code log}. */
  private void jump(long times, int log) {
    long[][] step1 = powerOfTwo(A1, log, M1);
    long[][] step2 = powerOfTwo(A2, log, M2);
    for (long left = times; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        first = times(step1, first, M1);
        second = times(step2, second, M2);
      }
      step1 = times(step1, step1, M1);
      step2 = times(step2, step2, M2);
    }
  }

  private static long[][] powerOfTwo(long[][] matrix, int log, long modulus) {
    long[][] power = matrix;
    for (int i = 0; i < log; i++) {
      power = times(power, power, modulus);
    }
    return power;
  }

  private static long[][] times(long[][] a, long[][] b, long modulus) {
    long[][] product = new long[3][3];
    for (int column = 0; column < 3; column++) {
      long[] result = times(a, new long[] {b[0][column], b[1][column], b[2][column]}, modulus);
      for (int row = 0; row < 3; row++) {
        product[row][column] = result[row];
      }
    }
    return product;
  }

  private static long[] times(long[][] a, long[] vector, long modulus) {
    long[] product = new long[WORDS];
    times(a, vector, modulus, product);
    return product;
  }

  private static void times(long[][] a, long[] vector, long modulus, long[] product) {
    for (int row = 0; row < WORDS; row++) {
      long sum = 0;
      for (int i = 0; i < WORDS; i++) {
        sum = (sum + Long.remainderUnsigned(a[row][i] * vector[i], modulus)) % modulus;
      }
      product[row] = sum;
    }
  }

  /** Moves from the start of a stream to that of the next one. */
  void nextStream() {
    long[] before = first;
    times(streamStep1, before, M1, spare);
    first = spare;
    long[] alsoBefore = second;
    times(streamStep2, alsoBefore, M2, before);
    second = before;
    spare = alsoBefore;
  }

  /** Returns the number that {@link #nextDouble} would return, without advancing. */
  double firstDouble() {
    return unit(Math.floorMod(1403580L * first[1] - 810728L * first[0], M1),
        Math.floorMod(527612L * second[2] - 1370589L * second[0], M2));
  }

  private static double unit(long p1, long p2) {
    return (p1 > p2 ? p1 - p2 : p1 - p2 + M1) * NORM;
  }

  /** The next number, above 0 and below 1. */
  double nextDouble() {
    long p1 = Math.floorMod(1403580L * first[1] - 810728L * first[0], M1);
    first[0] = first[1];
    first[1] = first[2];
    first[2] = p1;
    long p2 = Math.floorMod(527612L * second[2] - 1370589L * second[0], M2);
    second[0] = second[1];
    second[1] = second[2];
    second[2] = p2;
    return unit(p1, p2);
  }
}
