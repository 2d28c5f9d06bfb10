package dev.inflight.lab.graph.chakra;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A node as its file has it; filled again and again. Field and type numbers are those of Chakra's {@code et_def.proto}. */
final class ChakraNode {
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
    return type == SEND || type == RECEIVE || type == COLLECTIVE;
  }
}
