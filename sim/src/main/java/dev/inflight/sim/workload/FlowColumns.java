package dev.inflight.sim.workload;

import dev.inflight.sim.script.RowVisitor;
import java.util.Arrays;

/** Columns of a table of flows. It checks no values. */
final class FlowColumns {
  int[] sources = new int[16];
  int[] destinations = new int[16];
  byte[] priorities = new byte[16];
  char[] destinationPorts = new char[16];
  long[] sizesBytes = new long[16];
  long[] startsPs = new long[16];
  // Most runs have no operations and no classes; these columns are empty then.
  private byte[] kinds = {};
  private int[] queuePairs = {};
  private byte[] classes = {};
  /** Number of the send of each row's message among all jobs' operations, plus one; 0 for rows without a send. */
  private int[] messages = {};
  int count;

  void add(int source, int destination, int priority, int destinationPort, long sizeBytes, long startPs) {
    if (count == sources.length) {
      resize(count + (count >> 1));
    }
    sources[count] = source;
    destinations[count] = destination;
    priorities[count] = (byte) priority;
    destinationPorts[count] = (char) destinationPort;
    sizesBytes[count] = sizeBytes;
    startsPs[count] = startPs;
    count++;
  }

  private void resize(int room) {
    sources = Arrays.copyOf(sources, room);
    destinations = Arrays.copyOf(destinations, room);
    priorities = Arrays.copyOf(priorities, room);
    destinationPorts = Arrays.copyOf(destinationPorts, room);
    sizesBytes = Arrays.copyOf(sizesBytes, room);
    startsPs = Arrays.copyOf(startsPs, room);
  }

  /** Makes the row that was added last an operation on a queue pair. */
  void lastIsOperation(int kind, int queuePair) {
    if (kinds.length < count) {
      kinds = Arrays.copyOf(kinds, sources.length);
      queuePairs = Arrays.copyOf(queuePairs, sources.length);
    }
    kinds[count - 1] = (byte) kind;
    queuePairs[count - 1] = queuePair;
  }

  /** Makes the row that was added last a message. */
  void lastIsMessage(int send) {
    if (messages.length < count) {
      messages = Arrays.copyOf(messages, sources.length);
    }
    messages[count - 1] = send + 1;
  }

  /** Puts all rows from one on into a class, and into a priority if it is above 0. */
  void classify(int first, int flowClass, int priority) {
    if (classes.length < count) {
      classes = Arrays.copyOf(classes, count);
    }
    Arrays.fill(classes, first, count, (byte) flowClass);
    if (priority > 0) {
      Arrays.fill(priorities, first, count, (byte) priority);
    }
  }

  int kind(int row) {
    return row < kinds.length ? kinds[row] : 0;
  }

  int queuePair(int row) {
    return row < queuePairs.length ? queuePairs[row] : 0;
  }

  int flowClass(int row) {
    return row < classes.length ? classes[row] : 0;
  }

  int message(int row) {
    return row < messages.length ? messages[row] - 1 : -1;
  }

  /** True if operations on queue pairs are of a class. */
  boolean haveOperations(int flowClass) {
    for (int row = 0; row < kinds.length && row < count; row++) {
      if (kinds[row] != 0 && flowClass(row) == flowClass) {
        return true;
      }
    }
    return false;
  }

  /** True if messages of jobs are of a class. */
  boolean haveMessages(int flowClass) {
    for (int row = 0; row < messages.length && row < count; row++) {
      if (messages[row] > 0 && flowClass(row) == flowClass) {
        return true;
      }
    }
    return false;
  }

  boolean haveMessages() {
    return messages.length > 0;
  }

  int highestClass() {
    int highest = 0;
    for (byte flowClass : classes) {
      highest = Math.max(highest, flowClass);
    }
    return highest;
  }

  int prioritiesInUse() {
    int used = 0;
    for (int row = 0; row < count; row++) {
      used |= 1 << priorities[row];
    }
    return used;
  }

  /** Returns these columns without spare room. */
  FlowColumns trimmed() {
    var copy = new FlowColumns();
    copy.sources = Arrays.copyOf(sources, count);
    copy.destinations = Arrays.copyOf(destinations, count);
    copy.priorities = Arrays.copyOf(priorities, count);
    copy.destinationPorts = Arrays.copyOf(destinationPorts, count);
    copy.sizesBytes = Arrays.copyOf(sizesBytes, count);
    copy.startsPs = Arrays.copyOf(startsPs, count);
    copy.kinds = Arrays.copyOf(kinds, Math.min(count, kinds.length));
    copy.queuePairs = Arrays.copyOf(queuePairs, Math.min(count, queuePairs.length));
    copy.classes = classes.clone();
    copy.messages = Arrays.copyOf(messages, Math.min(count, messages.length));
    copy.count = count;
    return copy;
  }

  /** Returns columns without rows, but with room for all of these. */
  FlowColumns emptied() {
    var empty = new FlowColumns();
    empty.resize(Math.max(16, count));
    empty.kinds = new byte[kinds.length == 0 ? 0 : count];
    empty.queuePairs = new int[queuePairs.length == 0 ? 0 : count];
    empty.classes = new byte[classes.length == 0 ? 0 : count];
    empty.messages = new int[messages.length == 0 ? 0 : count];
    return empty;
  }

  /** Adds a row of other columns, from which {@link #emptied} made these. */
  void addRow(FlowColumns others, int row) {
    int at = count;
    add(others.sources[row], others.destinations[row], others.priorities[row], others.destinationPorts[row],
        others.sizesBytes[row], others.startsPs[row]);
    if (kinds.length > 0) {
      kinds[at] = (byte) others.kind(row);
    }
    if (queuePairs.length > 0) {
      queuePairs[at] = others.queuePair(row);
    }
    if (classes.length > 0) {
      classes[at] = (byte) others.flowClass(row);
    }
    if (messages.length > 0) {
      messages[at] = others.message(row) + 1;
    }
  }

  /** Visits this number of adjacent rows from a place in the columns on; the first of them has this row number. */
  void forEach(int firstRow, int from, int rows, RowVisitor visitor) {
    for (int at = 0; at < rows; at++) {
      int column = from + at;
      visitor.visit(firstRow + at, sources[column], destinations[column], sizesBytes[column], startsPs[column]);
    }
  }
}
