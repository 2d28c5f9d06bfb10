package dev.inflight.cc.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measurement of the bytes that warm code allocates. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM_UP_ROUNDS = 3;
  private static final int MEASURED_ROUNDS = 8;

  private Allocation() {
  }

  /**
   * Returns the least bytes that one of a few runs on this thread allocates, after warm-up runs. Code that allocates steadily
   * does so in each run; on a busy machine the compiler may remove objects of interpreted code only after several runs.
   */
  public static long bytesOf(Runnable work) {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      work.run();
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < MEASURED_ROUNDS && least > 0; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      work.run();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
