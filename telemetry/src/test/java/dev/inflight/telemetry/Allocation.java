package dev.inflight.telemetry;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measurement of the bytes that warm code allocates. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM_UP_ROUNDS = 3;

  private Allocation() {
  }

  /** Bytes allocated by the last of a few runs on this thread. */
  public static long bytesOf(Runnable work) {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      work.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
