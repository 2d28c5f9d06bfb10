package dev.inflight.sim.graph;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Finds the receive of each send: by the two ranks and the tag, the first with the first. A table with open addressing, one queue of operations that
 * still lack a partner for each pair of ranks and tag.
 */
final class MessageMatching {
  private static final int NONE = -1;

  private final GraphBuilder graph;
  private int[] from = new int[16];
  private int[] to = new int[16];
  private int[] tags = new int[16];
  /** The first and last operation of the queue; {@link #NONE} when it is empty. */
  private int[] first = new int[16];
  private int[] last = new int[16];
  private boolean[] ofSends = new boolean[16];
  private int entries;
  /** Slots hold the number of an entry plus one. */
  private int[] slots = new int[32];
  /** The next operation of a queue, by operation. */
  private int[] next = {};

  MessageMatching(GraphBuilder graph) {
    this.graph = graph;
  }

  void add(int operation, int source, int destination, int tag, boolean isSend) {
    int entry = entry(source, destination, tag);
    if (first[entry] != NONE && ofSends[entry] != isSend) {
      int partner = first[entry];
      first[entry] = next[partner];
      graph.pair(isSend ? operation : partner, isSend ? partner : operation);
      return;
    }
    if (next.length <= operation) {
      next = Arrays.copyOf(next, operation + (operation >> 1) + 16);
    }
    next[operation] = NONE;
    if (first[entry] == NONE) {
      first[entry] = operation;
    } else {
      next[last[entry]] = operation;
    }
    last[entry] = operation;
    ofSends[entry] = isSend;
  }

  private int entry(int source, int destination, int tag) {
    int slot = slot(source, destination, tag);
    if (slots[slot] > 0) {
      return slots[slot] - 1;
    }
    if (entries == from.length) {
      int room = entries * 2;
      from = Arrays.copyOf(from, room);
      to = Arrays.copyOf(to, room);
      tags = Arrays.copyOf(tags, room);
      first = Arrays.copyOf(first, room);
      last = Arrays.copyOf(last, room);
      ofSends = Arrays.copyOf(ofSends, room);
      slots = new int[room * 2];
      for (int entry = 0; entry < entries; entry++) {
        slots[slot(from[entry], to[entry], tags[entry])] = entry + 1;
      }
      slot = slot(source, destination, tag);
    }
    from[entries] = source;
    to[entries] = destination;
    tags[entries] = tag;
    first[entries] = NONE;
    slots[slot] = entries + 1;
    return entries++;
  }

  private int slot(int source, int destination, int tag) {
    long mixed = ((long) source << 32 | destination) * 0x9E3779B97F4A7C15L + tag * 0xBF58476D1CE4E5B9L;
    mixed ^= mixed >>> 29;
    int mask = slots.length - 1;
    for (int slot = (int) (mixed * 0x94D049BB133111EBL >>> 32) & mask;; slot = slot + 1 & mask) {
      int entry = slots[slot] - 1;
      if (entry < 0 || from[entry] == source && to[entry] == destination && tags[entry] == tag) {
        return slot;
      }
    }
  }

  void refuseUnmatched(IntFunction<String> names) {
    for (int entry = 0; entry < entries; entry++) {
      if (first[entry] != NONE) {
        throw new GraphBuilder.UnrunnableGraph(first[entry],
            names.apply(first[entry]) + (ofSends[entry]
                ? " sends to rank " + to[entry] + " with tag " + tags[entry] + ", which does not receive it"
                : " receives from rank " + from[entry] + " with tag " + tags[entry] + ", which does not send it"));
      }
    }
  }
}
