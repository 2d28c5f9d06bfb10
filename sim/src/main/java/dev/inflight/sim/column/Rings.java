package dev.inflight.sim.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rings of a graph, and the columns of its other operations. All operations keep the numbers in which they were added. */
public final class Rings {
  private record Follower(RingOperations ring, int place) {
  }

  private final List<RingOperations> all = new ArrayList<>();
  private int[] firsts = {};
  /** By ring, the number of operations up to its end. */
  private int[] operations = {};
  /** The ring that was found last: the next lookup mostly needs it again. */
  private int lastFound;
  private final Map<Integer, List<Follower>> followers = new HashMap<>();

  /** Adds a ring after all operations; see {@link RingOperations}. */
  public RingOperations add(RingShape shape, int first, int firstMessage, int collective, int[] before) {
    var ring = new RingOperations(shape, first, firstMessage, collective, before);
    int size = all.size();
    firsts = Arrays.copyOf(firsts, size + 1);
    operations = Arrays.copyOf(operations, size + 1);
    firsts[size] = first;
    operations[size] = ring.end() - first + (size == 0 ? 0 : operations[size - 1]);
    all.add(ring);
    for (int place = 0; place < ring.places(); place++) {
      if (before[place] != RingOperations.NONE) {
        followers.computeIfAbsent(before[place], _ -> new ArrayList<>()).add(new Follower(ring, place));
      }
    }
    return ring;
  }

  /** All rings in order. */
  public List<RingOperations> all() {
    return all;
  }

  /** True without rings. */
  public boolean isEmpty() {
    return firsts.length == 0;
  }

  /** Number of operations of all rings. */
  public int operations() {
    return firsts.length == 0 ? 0 : operations[firsts.length - 1];
  }

  /** Column of an operation; for a ring operation, the number of its ring, negated (~). */
  public int column(int operation) {
    if (firsts.length == 0 || operation < firsts[0]) {
      return operation;
    }
    int ring = lastFound; // may be another thread's, or of a graph that has grown: the search then finds it
    if (ring >= firsts.length || operation < firsts[ring] || ring + 1 < firsts.length && operation >= firsts[ring + 1]) {
      int found = Arrays.binarySearch(firsts, operation);
      ring = found >= 0 ? found : -found - 2;
      lastFound = ring;
    }
    return operation < all.get(ring).end() ? ~ring : operation - operations[ring];
  }

  /** A ring. */
  public RingOperations ring(int number) {
    return all.get(number);
  }

  /** Number of ring operations that require one in columns. */
  public int followers(int operation) {
    if (followers.isEmpty()) {
      return 0;
    }
    int count = 0;
    for (Follower each : followers.getOrDefault(operation, List.of())) {
      count += each.ring.followers();
    }
    return count;
  }

  /** One of the ring operations that require one in columns. */
  public int follower(int operation, int number) {
    int left = number;
    for (Follower each : followers.getOrDefault(operation, List.of())) {
      if (left < each.ring.followers()) {
        return each.ring.follower(each.place, left);
      }
      left -= each.ring.followers();
    }
    throw new IndexOutOfBoundsException(number);
  }

  /** Number of operations that require one of a ring. */
  public int dependents(int ring, int operation) {
    return all.get(ring).dependents(operation);
  }

  /** One of the operations that require one of a ring. */
  public int dependent(int ring, int operation, int number) {
    return all.get(ring).dependent(operation, number);
  }

  /** Adds the number of requirements of each ring operation and of the rings' ends. */
  public void countRequirements(Countdown counts) {
    all.forEach(ring -> ring.countRequirements(counts));
  }
}
