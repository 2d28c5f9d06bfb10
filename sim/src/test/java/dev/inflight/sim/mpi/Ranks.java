package dev.inflight.sim.mpi;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** Program of ranks in tests of MPI: {@code MpiTest} starts them. One with a failed check ends all with exit code 3. */
public final class Ranks {
  private final Mpi mpi;
  private final int rank;
  private final int size;

  private Ranks(Mpi mpi) {
    this.mpi = mpi;
    rank = mpi.rank();
    size = mpi.size();
  }

  /** The arguments are the steps, in their order. */
  public static void main(String[] arguments) {
    Mpi mpi;
    try {
      mpi = Mpi.open(System.getenv());
    } catch (MpiError none) {
      System.out.println("MpiError: " + none.getMessage());
      System.exit(2);
      return;
    }
    try {
      var ranks = new Ranks(mpi);
      for (String step : arguments) {
        ranks.run(step);
        System.out.println("rank " + mpi.rank() + " of " + mpi.size() + " has passed: " + step);
      }
    } catch (RuntimeException | Error failed) {
      failed.printStackTrace();
      mpi.abort(3);
    }
    mpi.close();
    mpi.close(); // does nothing
    System.out.println("rank " + mpi.rank() + " of " + mpi.size() + " is done: " + mpi.library());
  }

  private void run(String what) {
    switch (what) {
      case "collectives" -> {
        smallAndLargeNumbers();
        eachToEach();
        arrays();
        mpi.barrier();
      }
      case "exchange" -> new RanksExchange(mpi).run();
      case "garbage" -> new RanksExchange(mpi).allocatesNothing();
      case "truncated" -> truncated();
      case "abort" -> abort();
      case "signals" -> signals();
      case "late" -> late();
      default -> throw new IllegalArgumentException(what);
    }
  }

  static void check(Object is, Object expected, String what) {
    if (!is.equals(expected)) {
      throw new IllegalStateException(what + " is " + is + " and not " + expected);
    }
  }

  private void smallAndLargeNumbers() {
    for (long base : new long[] {0, -5, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE - 100}) {
      check(mpi.allMin(base + size - 1 - rank), base, "minimum");
      check(mpi.allSum(base + rank), size * base + (long) size * (size - 1) / 2, "sum");
    }
  }

  private void eachToEach() {
    for (int each : new int[] {1, 2, 4, 3, 1000, 50_000, 1}) {
      long[] received = new long[size * each + 1];
      received[size * each] = 77;
      mpi.allToAll(LongStream.range(0, (long) size * each).map(at -> rank * 1_000_000_007L + at).toArray(), received, each);
      for (int from = 0; from < size; from++) {
        for (int at = 0; at < each; at++) {
          check(received[from * each + at], from * 1_000_000_007L + (long) rank * each + at, "from rank " + from);
        }
      }
      check(received[size * each], 77L, "what lies behind");
    }
  }

  private static byte[] pattern(int seed, int length) {
    var bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = (byte) (seed * 31 + at * 7 + (at >> 8));
    }
    return bytes;
  }

  private void arrays() {
    for (int length : new int[] {0, 1, 1000, 4 << 20, (9 << 20) + 1}) {
      byte[][] all = mpi.gather(pattern(rank, rank == 1 ? 0 : length + rank));
      check(all.length, rank == 0 ? size : 0, "number of arrays");
      for (int from = 0; from < all.length; from++) {
        check(Arrays.equals(all[from], pattern(from, from == 1 ? 0 : length + from)), true, "array of rank " + from);
      }
      byte[] told = mpi.broadcast(rank == 0 ? pattern(5, length) : new byte[rank]);
      check(Arrays.equals(told, pattern(5, length)), true, "broadcast of " + length + " B");
    }
  }

  /** Sends a message longer than the other side expects. */
  private void truncated() {
    Exchange exchange = mpi.newExchange(1000);
    int[] toSend = new int[size];
    int[] toReceive = new int[size];
    if (rank == 0) {
      toSend[1] = 1000;
    } else if (rank == 1) {
      toReceive[0] = 10;
    }
    try {
      exchange.exchange(toSend, toReceive);
    } catch (MpiError error) {
      System.out.println("MpiError: " + error.getMessage());
    }
  }

  private void abort() {
    if (rank == 1) {
      mpi.abort(7);
    }
    mpi.barrier();
  }

  /** Rank 0 answers late, while the condition for giving up holds. */
  private void late() {
    mpi.giveUpWhen(() -> true, System::nanoTime);
    if (rank == 0) {
      LockSupport.parkNanos(2_000_000_000L);
    }
    byte[][] all = mpi.gather(pattern(rank, 100_000));
    check(rank != 0 || Arrays.equals(all[1], pattern(1, 100_000)), true, "array of a patient rank");
  }

  private static int length(String of) {
    return of.length();
  }

  private static int deeper(int depth) {
    return depth < 0 ? depth : deeper(depth + 1) + 1;
  }

  /** The JVM finds null pointers and the end of the stack by signals, in code that was compiled. */
  private void signals() {
    int thrown = 0;
    for (int at = 0; at < 300_000; at++) {
      try {
        length(at < 290_000 || at % 100 != 0 ? "text" : null);
      } catch (NullPointerException expected) {
        thrown++;
      }
    }
    check(thrown, 100, "number of null pointers");
    try {
      deeper(0);
      throw new IllegalStateException("the stack has no end");
    } catch (StackOverflowError expected) {
      mpi.barrier();
    }
  }
}
