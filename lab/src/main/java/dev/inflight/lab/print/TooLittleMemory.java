package dev.inflight.lab.print;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What to say when the heap is full. */
public final class TooLittleMemory {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  private TooLittleMemory() {
  }

  /** That the heap is full, and how to have a larger one. */
  public static String sentence() {
    long heapBytes = Runtime.getRuntime().maxMemory();
    long machineBytes = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    return "not enough memory: the heap of " + heapBytes / MB + " MB is full. " + advice(heapBytes, machineBytes);
  }

  /**
   * What to do about it: a heap of twice the size, or nearly all that the machine has.
   *
   * @param heapBytes the heap that was full
   * @param machineBytes the machine's memory, or the container's
   */
  static String advice(long heapBytes, long machineBytes) {
    long mostBytes = machineBytes / 8 * 7; // the JVM and the system need some
    if (2 * heapBytes <= mostBytes) {
      return "Allow more, as in " + command(size(2 * heapBytes));
    }
    String machine = "this machine has " + Math.round((double) machineBytes / GB) + " GB";
    if (mostBytes / 10 * 9 < heapBytes) {
      return "Take a larger machine (" + machine + "), or a smaller scenario.";
    }
    return "Allow more, as in " + command(mostBytes >= GB ? mostBytes / GB + "g" : mostBytes / MB + "m") + " (" + machine
        + ", so if that is not enough, take a larger one, or a smaller scenario)";
  }

  /** Rounded up to whole gigabytes from one on. */
  private static String size(long bytes) {
    return bytes >= GB ? Math.ceilDiv(bytes, GB) + "g" : Math.ceilDiv(bytes, MB) + "m";
  }

  private static String command(String heap) {
    return "INFLIGHT_JAVA_OPTS=-Xmx" + heap + " ./inflight run ...";
  }
}
