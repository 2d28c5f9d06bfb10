package dev.inflight.lab.print;

import com.sun.management.OperatingSystemMXBean;
import dev.inflight.sim.graph.GraphBuilder;
import java.lang.management.ManagementFactory;

/** Messages about a heap that is full or too small. */
public final class TooLittleMemory {
  /** Bytes of heap of a planned flow, in the table of flows and in the one in order of start; measured: 58. */
  private static final int FLOW_BYTES = 60;
  /** Bytes of heap of a flow in progress, with a packet or two; measured: 930 to 1250. */
  private static final int FLOW_UNDER_WAY_BYTES = 1100;
  /** Start of the JVM's message about a class that failed earlier: such an error has no cause but its text. */
  private static final String RECORDED = "Exception java.lang.OutOfMemoryError";
  private static final long KB = 1L << 10;
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  /** Error of a heap that was full during a run; the message states the heap that the run needs. */
  public static final class OfRun extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    private OfRun(String sentence) {
      super(sentence);
    }
  }

  private TooLittleMemory() {
  }

  /**
   * Reports whether a full heap caused an error. A class that is linked on first use wraps the heap's error in another one.
   *
   * @param failed an {@code OutOfMemoryError}, or a {@code LinkageError}
   */
  public static boolean isCause(Error failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError
          || cause instanceof ExceptionInInitializerError && String.valueOf(cause.getMessage()).startsWith(RECORDED)) {
        return true;
      }
    }
    return false;
  }

  /** Returns a sentence about the full heap and the option for a larger one. */
  public static String sentence() {
    long heapBytes = heapBytes();
    return full(heapBytes) + advice(heapBytes, machineBytes());
  }

  /**
   * Returns the error for a run, with the heap that it needs.
   *
   * @param flows number of flows of its scenario, including messages of jobs
   * @param keptFlows number of flows in memory before they start; messages of rings and unrolled layers are created later
   * @param operations number of operations of jobs that need memory
   */
  public static OfRun ofRun(long flows, long keptFlows, long operations) {
    return new OfRun(ofRun(flows, keptFlows, operations, heapBytes(), machineBytes()));
  }

  static String ofRun(long flows, long keptFlows, long operations, long heapBytes, long machineBytes) {
    long plannedBytes = (long) plannedBytes(keptFlows, operations);
    long mostBytes = plannedBytes + keptFlows * FLOW_UNDER_WAY_BYTES;
    return full(heapBytes) + "The scenario needs " + text(plannedBytes) + " to plan its " + Humanize.count(flows, "flow")
        + (keptFlows == flows
            ? ", and " + text(mostBytes) + " where all are under way at once; captures and series need more. "
            : ", of which " + Humanize.count(flows - keptFlows, "message")
                + " take memory only while they are under way; results, captures and series need more. ")
        + advice(heapBytes, Math.max(2 * heapBytes, mostBytes), machineBytes);
  }

  /**
   * Rejects flows that certainly need more than the heap, before memory is allocated.
   *
   * @param flows least number of flows, including messages of jobs
   * @param keptFlows number of flows that need memory
   * @param operations least number of operations of jobs that need memory
   * @throws IllegalArgumentException with the heap that they need
   */
  public static void checkFlows(double flows, double keptFlows, double operations) {
    double needBytes = plannedBytes(keptFlows, operations);
    if (needBytes > heapBytes()) {
      throw new IllegalArgumentException(beforehand(flows, (long) needBytes, heapBytes(), machineBytes()));
    }
  }

  static String beforehand(double flows, long needBytes, long heapBytes, long machineBytes) {
    return "not enough memory: about " + Humanize.count(Math.round(flows), "flow") + " need " + text(needBytes)
        + " at least, and the heap has " + text(heapBytes) + ". " + advice(heapBytes, needBytes / 4 * 5, machineBytes);
  }

  private static double plannedBytes(double flows, double operations) {
    return flows * FLOW_BYTES + operations * GraphBuilder.OPERATION_BYTES;
  }

  private static String full(long heapBytes) {
    return "not enough memory: the heap of " + heapBytes / MB + " MB is full. ";
  }

  private static long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  private static long machineBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /**
   * Returns the remedy: twice the heap, or nearly all of the machine's memory.
   *
   * @param heapBytes size of the full heap, in bytes
   * @param machineBytes memory of the machine or container, in bytes
   */
  static String advice(long heapBytes, long machineBytes) {
    return advice(heapBytes, 2 * heapBytes, machineBytes);
  }

  private static String advice(long heapBytes, long wantedBytes, long machineBytes) {
    long mostBytes = machineBytes / 8 * 7; // the JVM and the system need the rest
    if (wantedBytes <= mostBytes) {
      return "Allow more, as in " + command(size(wantedBytes));
    }
    String machine = "this machine has " + Math.round((double) machineBytes / GB) + " GB";
    if (mostBytes / 10 * 9 < heapBytes) {
      return "Take a larger machine (" + machine + "), or a smaller scenario.";
    }
    return "Allow more, as in " + command(mostBytes >= GB ? mostBytes / GB + "g" : mostBytes / MB + "m") + " (" + machine
        + ", so if that is not enough, use a larger one, or a smaller scenario)";
  }

  private static String text(long bytes) {
    return bytes >= 10 * GB
        ? Math.ceilDiv(bytes, GB) + " GB"
        : bytes >= GB
            ? Humanize.decimal((double) bytes / GB, 1) + " GB"
            : bytes >= MB ? Math.ceilDiv(bytes, MB) + " MB" : Math.ceilDiv(bytes, KB) + " KB";
  }

  /** Returns a size; whole gigabytes, rounded up, from one gigabyte. */
  private static String size(long bytes) {
    return bytes >= GB ? Math.ceilDiv(bytes, GB) + "g" : Math.ceilDiv(bytes, MB) + "m";
  }

  private static String command(String heap) {
    return "INFLIGHT_JAVA_OPTS=-Xmx" + heap + " ./inflight ...";
  }
}
