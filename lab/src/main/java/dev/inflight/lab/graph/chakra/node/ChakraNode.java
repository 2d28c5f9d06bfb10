package dev.inflight.lab.graph.chakra.node;

import dev.inflight.lab.read.GraphRoom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A node of a file; one object is filled for all nodes. Field and type numbers are those of Chakra's {@code et_def.proto}. */
public final class ChakraNode {
  /** Attribute with the name of a process group. */
  public static final String GROUP = "pg_name";

  /** Type of a node without a type, or before it is read. */
  public static final int UNTYPED = 0;
  /** The node describes the trace. */
  public static final int METADATA = 1;
  /** The node loads a tensor. */
  public static final int MEMORY_LOAD = 2;
  /** The node stores a tensor. */
  public static final int MEMORY_STORE = 3;
  /** The node computes. */
  public static final int COMPUTE = 4;
  /** The node sends a message. */
  public static final int SEND = 5;
  /** The node receives a message. */
  public static final int RECEIVE = 6;
  /** The node takes part in a collective. */
  public static final int COLLECTIVE = 7;

  /** Value of an attribute that a node does not have. */
  public static final long ABSENT = Long.MIN_VALUE;

  /** Identifier, unsigned. */
  public long id;
  /** Type of the node, such as {@link #COMPUTE}. */
  public int type;
  /** Duration, in microseconds, unsigned; 0: unknown. */
  public long durationUs;
  /** Duration in nanoseconds, of schema 0.0.1. */
  public long durationNs;
  private long[] dependencies = new long[16];
  private int dependencyCount;
  /** True if the node runs on the CPU. */
  public boolean onCpu;
  /** Bytes that a load or store moves. */
  public long tensorBytes;
  /** Floating-point operations. */
  public double work;
  /** Collective, by its number in schema 0.0.4; or {@link #ABSENT}. */
  public long commType;
  /** Bytes that are sent, or {@link #ABSENT}. */
  public long commSize;
  /** Sending rank, or {@link #ABSENT}. */
  public long commSource;
  /** Receiving rank, or {@link #ABSENT}. */
  public long commDestination;
  /** Tag that distinguishes messages between two ranks. */
  public long commTag;
  /** Priority, for which only 0 is available. */
  public long commPriority;
  /** True if only some dimensions of a topology participate. */
  public boolean partly;
  /** Name of the process group. */
  @Nullable
  public String group;
  /** Inputs of a metadata node; of any node, where the type follows them. */
  @Nullable
  public String values;
  /** Bytes of inputs that are too long to read; otherwise 0. */
  public int unreadBytes;
  /** Name of an unknown attribute of communication. */
  @Nullable
  public String unknown;

  private final GraphRoom room;

  /** Creates a node with room for as many dependencies as there is room for operations. */
  public ChakraNode(GraphRoom room) {
    this.room = room;
  }

  /** Clears the values of the previous node. */
  public void clear() {
    id = 0;
    type = UNTYPED;
    durationUs = 0;
    durationNs = 0;
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

  /**
   * Adds a node that must end before this one starts.
   *
   * @throws IllegalArgumentException when there is no room for another one; the message is a sentence
   */
  public void require(long node) {
    if (dependencyCount == room.operations()) {
      throw new IllegalArgumentException(room.exceeded(room.operations(), "dependencies of one node"));
    }
    if (dependencyCount == dependencies.length) {
      dependencies = Arrays.copyOf(dependencies, dependencyCount + (dependencyCount >> 1));
    }
    dependencies[dependencyCount++] = node;
  }

  /** Number of nodes that must end before this node starts. */
  public int dependencies() {
    return dependencyCount;
  }

  /** Identifier of a node that must end before this node starts. */
  public long dependency(int number) {
    return dependencies[number];
  }

  /** Reports whether a duration is known, which may be 0. */
  public boolean hasDuration() {
    return durationUs != 0 || durationNs != 0;
  }

  /** Reports whether the node sends or receives. */
  public boolean communicates() {
    return (type == SEND || type == RECEIVE || type == COLLECTIVE) && !isLaunch();
  }

  /** Reports whether the CPU only launches communication of the GPU, which is another node: PyTorch's traces have both. */
  public boolean isLaunch() {
    return onCpu && switch (type) {
      case COLLECTIVE -> commType == ABSENT;
      case SEND -> commDestination == ABSENT;
      case RECEIVE -> commSource == ABSENT;
      default -> false;
    };
  }

  /** Reports whether an attribute is a number that the reader uses. */
  static boolean isNumber(String name) {
    return switch (name) {
      case "comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "comm_priority", "comm_group", "is_cpu_op", "num_ops",
          "tensor_size" ->
        true;
      default -> false;
    };
  }

  /** Takes the value of an attribute that {@link #isNumber}. */
  public void number(String name, long value) {
    switch (name) {
      case "comm_type" -> commType = value;
      case "comm_size" -> commSize = value;
      case "comm_src" -> commSource = value;
      case "comm_dst" -> commDestination = value;
      case "comm_tag" -> commTag = value;
      case "comm_priority" -> commPriority = value;
      case "comm_group" -> group = group == null ? Long.toString(value) : group; // older writers use this name for pg_name
      case "is_cpu_op" -> onCpu = value != 0;
      case "num_ops" -> work = value;
      case "tensor_size" -> tensorBytes = value;
      default -> throw new IllegalArgumentException(name);
    }
  }
}
