package dev.inflight.lab.graph.chakra;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A node as its file has it; filled again and again. Field and type numbers are those of Chakra's {@code et_def.proto}. */
final class ChakraNode {
  static final String GROUP = "pg_name";

  /** Its type is not read yet, or it has none. */
  static final int UNTYPED = 0;
  static final int METADATA = 1;
  static final int MEMORY_LOAD = 2;
  static final int MEMORY_STORE = 3;
  static final int COMPUTE = 4;
  static final int SEND = 5;
  static final int RECEIVE = 6;
  static final int COLLECTIVE = 7;

  /** What an attribute is that a node does not have. */
  static final long ABSENT = Long.MIN_VALUE;

  long id;
  int type;
  long durationUs;
  private long[] dependencies = new long[16];
  private int dependencyCount;
  boolean onCpu;
  /** Bytes that a load or store moves. */
  long tensorBytes;
  /** Floating-point operations. */
  double work;
  long commType;
  long commSize;
  long commSource;
  long commDestination;
  long commTag;
  long commPriority;
  /** That only some dimensions of a topology take part. */
  boolean partly;
  @Nullable
  String group;
  /** Of a metadata node, what its inputs are; where the type stands behind them, of any node. */
  @Nullable
  String values;
  /** Of inputs that are too long to be read, their bytes; else 0. */
  int unreadBytes;
  /** An attribute of communication that nobody knows. */
  @Nullable
  String unknown;

  void clear() {
    id = 0;
    type = UNTYPED;
    durationUs = 0;
    dependencyCount = 0;
    onCpu = false;
    tensorBytes = 0;
    work = 0;
    commType = ABSENT;
    commSize = ABSENT;
    commSource = ABSENT;
    commDestination = ABSENT;
    commTag = 0;
    commPriority = 0;
    partly = false;
    group = null;
    values = null;
    unreadBytes = 0;
    unknown = null;
  }

  void require(long node) {
    if (dependencyCount == dependencies.length) {
      dependencies = Arrays.copyOf(dependencies, 2 * dependencyCount);
    }
    dependencies[dependencyCount++] = node;
  }

  int dependencies() {
    return dependencyCount;
  }

  /** The id of a node that must have ended before. */
  long dependency(int number) {
    return dependencies[number];
  }

  boolean communicates() {
    return (type == SEND || type == RECEIVE || type == COLLECTIVE) && !isLaunch();
  }

  /** Whether the CPU only launches communication, which is another node of the GPU: PyTorch's traces have both. */
  boolean isLaunch() {
    return onCpu && switch (type) {
      case COLLECTIVE -> commType == ABSENT;
      case SEND -> commDestination == ABSENT;
      case RECEIVE -> commSource == ABSENT;
      default -> false;
    };
  }

  /** Whether an attribute is a number that is of interest. */
  static boolean isNumber(String name) {
    return switch (name) {
      case "comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "comm_priority", "comm_group", "is_cpu_op", "num_ops",
          "tensor_size" ->
        true;
      default -> false;
    };
  }

  /** Takes the value of an attribute that {@link #isNumber}. */
  void number(String name, long value) {
    switch (name) {
      case "comm_type" -> commType = value;
      case "comm_size" -> commSize = value;
      case "comm_src" -> commSource = value;
      case "comm_dst" -> commDestination = value;
      case "comm_tag" -> commTag = value;
      case "comm_priority" -> commPriority = value;
      case "comm_group" -> group = group == null ? Long.toString(value) : group; // as older writers call pg_name
      case "is_cpu_op" -> onCpu = value != 0;
      case "num_ops" -> work = value;
      case "tensor_size" -> tensorBytes = value;
      default -> throw new IllegalArgumentException(name);
    }
  }
}
