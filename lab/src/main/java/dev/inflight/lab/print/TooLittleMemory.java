package dev.inflight.lab.print;

import com.sun.management.OperatingSystemMXBean;
import dev.inflight.sim.graph.GraphBuilder;
import java.lang.management.ManagementFactory;

/** What to say when the heap is full, or would be. */
public final class TooLittleMemory {
  /** Bytes of heap that a flow takes once it is planned, in the table of flows and in one in order of start: 58 were measured. */
  private static final int FLOW_BYTES = 60;
  /** Bytes of heap that a flow takes while it is under way, with a packet or two: 930 to 1250 were measured. */
  private static final int FLOW_UNDER_WAY_BYTES = 1100;
  private static final long KB = 1L << 10;
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  /** The heap was full during a run, of which the message states what it needs. */
  public static final class OfRun extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    private OfRun(String sentence) {
      super(sentence);
    }
  }

  private TooLittleMemory() {
  }

  /**
   * Whether an error is a full heap's. Code that is linked when it first runs wraps the heap's error in one of its own.
   *
   * @param failed an {@code OutOfMemoryError}, or a {@code LinkageError}
   */
  public static boolean isCause(Error failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /** That the heap is full, and how to have a larger one. */
  public static String sentence() {
    long heapBytes = heapBytes();
    return full(heapBytes) + advice(heapBytes, machineBytes());
  }

  /**
   * The same of a run, with what it needs.
   *
   * @param flows how many flows its scenario has, messages of jobs counted
   * @param keptFlows those of them that memory is needed for before they start; messages of rings, and of layers that are unrolled, are made later
   * @param operations how many operations of jobs it is needed for
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
   * Refuses flows that surely need more than the heap, before memory is taken for them.
   *
   * @param flows how many there are at least, messages of jobs counted
   * @param keptFlows those of them that memory is needed for
   * @param operations how many operations of jobs it is needed for at least
   * @throws IllegalArgumentException with what they need
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
   * What to do about it: a heap of twice the size, or nearly all that the machine has.
   *
   * @param heapBytes the heap that was full
   * @param machineBytes the machine's memory, or the container's
   */
  static String advice(long heapBytes, long machineBytes) {
    return advice(heapBytes, 2 * heapBytes, machineBytes);
  }

  private static String advice(long heapBytes, long wantedBytes, long machineBytes) {
    long mostBytes = machineBytes / 8 * 7; // the JVM and the system need some
    if (wantedBytes <= mostBytes) {
      return "Allow more, as in " + command(size(wantedBytes));
    }
    String machine = "this machine has " + Math.round((double) machineBytes / GB) + " GB";
    if (mostBytes / 10 * 9 < heapBytes) {
      return "Take a larger machine (" + machine + "), or a smaller scenario.";
    }
    return "Allow more, as in " + command(mostBytes >= GB ? mostBytes / GB + "g" : mostBytes / MB + "m") + " (" + machine
        + ", so if that is not enough, take a larger one, or a smaller scenario)";
  }

  private static String text(long bytes) {
    return bytes >= 10 * GB
        ? Math.ceilDiv(bytes, GB) + " GB"
        : bytes >= GB
            ? Humanize.decimal((double) bytes / GB, 1) + " GB"
            : bytes >= MB ? Math.ceilDiv(bytes, MB) + " MB" : Math.ceilDiv(bytes, KB) + " KB";
  }

  /** Rounded up to whole gigabytes from one on. */
  private static String size(long bytes) {
    return bytes >= GB ? Math.ceilDiv(bytes, GB) + "g" : Math.ceilDiv(bytes, MB) + "m";
  }

  private static String command(String heap) {
    return "INFLIGHT_JAVA_OPTS=-Xmx" + heap + " ./inflight ...";
  }
}
