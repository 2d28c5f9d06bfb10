package dev.inflight.sim.wildcard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Collects the open sends and receives of a graph, and checks that each can have a partner. */
public final class OpenMessagesBuilder {
  /** Value for any rank. */
  public static final int ANY_RANK = -1;
  /** Value for any tag. */
  public static final long ANY_TAG = -1;

  /** Messages to a rank. For receives, either of the other values may be any. */
  private record Key(int to, int from, long tag) {
  }

  private static final class Count {
    final int number;
    /** The first of the operations. */
    final int operation;
    int operations;

    Count(int number, int operation) {
      this.number = number;
      this.operation = operation;
    }
  }

  /** An operation that cannot have a partner. */
  public static final class Unmatched extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private final int operation;

    Unmatched(int operation, String why) {
      super(why);
      this.operation = operation;
    }

    /** Number of the operation. */
    public int operation() {
      return operation;
    }
  }

  private final int[] numbers;
  private final Map<Key, Count> receives = new HashMap<>();
  private final Map<Key, Count> sends = new HashMap<>();
  private final List<Key> kinds = new ArrayList<>();

  /** Makes a builder for a graph of this many operations; none is open yet. */
  public OpenMessagesBuilder(int operations) {
    numbers = new int[operations];
    Arrays.fill(numbers, -1);
  }

  /** Adds a receive of a rank from another one, or {@link #ANY_RANK}, with a tag from 0 to 2^32 - 1, or {@link #ANY_TAG}. */
  public void receive(int operation, int rank, int from, long tag) {
    numbers[operation] = count(receives, operation, new Key(rank, from, tag)).number;
  }

  /** Adds a send to a rank with open receives. */
  public void send(int operation, int rank, int to, long tag) {
    var key = new Key(to, rank, tag);
    Count kind = count(sends, operation, key);
    numbers[operation] = kind.number;
    if (kind.operations == 1) {
      kinds.add(key);
    }
  }

  private static Count count(Map<Key, Count> counts, int operation, Key key) {
    Count count = counts.computeIfAbsent(key, _ -> new Count(counts.size(), operation));
    count.operations++;
    return count;
  }

  /**
   * Returns all open messages.
   *
   * @throws Unmatched with a sentence, if a rank receives more or fewer messages than are sent to it, or nothing fits one of them
   */
  public OpenMessages build() {
    int[][] accepting = new int[kinds.size()][];
    int[] fitting = new int[receives.size()];
    Map<Integer, Integer> left = new HashMap<>(); // by rank: messages to it, less those it receives
    for (int kind = 0; kind < accepting.length; kind++) {
      Key key = kinds.get(kind);
      int of = counted(sends, key).operations;
      accepting[kind] = classesFor(key);
      if (accepting[kind].length == 0) {
        throw new Unmatched(counted(sends, key).operation,
            "sends to rank " + key.to + " with tag " + key.tag + ", which does not receive it");
      }
      for (int each : accepting[kind]) {
        fitting[each] = Math.addExact(fitting[each], of);
      }
      left.merge(key.to, of, Integer::sum);
    }
    receives.forEach((key, count) -> {
      if (count.operations > fitting[count.number]) {
        throw new Unmatched(count.operation, "receives " + words(key) + " " + count.operations + " times, and "
            + fitting[count.number] + " such messages are sent to it");
      }
      left.merge(key.to, -count.operations, Integer::sum);
    });
    receives.forEach((key, count) -> {
      int difference = Objects.requireNonNull(left.get(key.to));
      if (difference != 0) {
        throw new Unmatched(count.operation, "is of rank " + key.to + ", which receives " + Math.abs(difference)
            + (difference > 0 ? " fewer" : " more") + " messages than are sent to it");
      }
    });
    return new OpenMessages(numbers, accepting, receives.size());
  }

  private int[] classesFor(Key sent) {
    var found = new ArrayList<Integer>();
    for (int from : new int[] {sent.from, ANY_RANK}) {
      for (long tag : new long[] {sent.tag, ANY_TAG}) {
        Count count = receives.get(new Key(sent.to, from, tag));
        if (count != null) {
          found.add(count.number);
        }
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Count counted(Map<Key, Count> counts, Key key) {
    Count count = counts.get(key);
    if (count == null) {
      throw new IllegalStateException("not counted: " + key);
    }
    return count;
  }

  private static String words(Key key) {
    return "from " + (key.from == ANY_RANK ? "any rank" : "rank " + key.from) + " with "
        + (key.tag == ANY_TAG ? "any tag" : "tag " + key.tag);
  }
}
