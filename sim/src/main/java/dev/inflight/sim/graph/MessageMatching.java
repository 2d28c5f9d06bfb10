package dev.inflight.sim.graph;

import dev.inflight.sim.wildcard.OpenMessages;
import dev.inflight.sim.wildcard.OpenMessagesBuilder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * Finds the receive of each send, by the two ranks and the tag, in order. A table with open addressing has a queue of operations
 * without a partner for each pair of ranks and tag.
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
  /** By operation, the next one of a queue; for one with a partner its entry, below {@link #NONE}; NONE for all others. */
  private int[] next = {};
  /** Receives with a wildcard. */
  private int wildCount;
  private int[] wild = {};
  private int[] wildFrom = {};
  private long[] wildTags = {};

  MessageMatching(GraphBuilder graph) {
    this.graph = graph;
  }

  void add(int operation, int source, int destination, int tag, boolean isSend) {
    int entry = entry(source, destination, tag);
    if (first[entry] != NONE && ofSends[entry] != isSend) {
      int partner = first[entry];
      first[entry] = next[partner];
      graph.pair(isSend ? operation : partner, isSend ? partner : operation);
      makeRoom(operation);
      next[operation] = NONE - 1 - entry;
      next[partner] = NONE - 1 - entry;
      return;
    }
    makeRoom(operation);
    if (first[entry] == NONE) {
      first[entry] = operation;
    } else {
      next[last[entry]] = operation;
    }
    last[entry] = operation;
    ofSends[entry] = isSend;
  }

  /** Adds a receive from any rank, or with any tag. */
  void addWild(int operation, int from, long tag) {
    if (wildCount == wild.length) {
      int room = wildCount + (wildCount >> 1) + 16;
      wild = Arrays.copyOf(wild, room);
      wildFrom = Arrays.copyOf(wildFrom, room);
      wildTags = Arrays.copyOf(wildTags, room);
    }
    wild[wildCount] = operation;
    wildFrom[wildCount] = from;
    wildTags[wildCount++] = tag;
  }

  private void makeRoom(int operation) {
    if (next.length <= operation) {
      int had = next.length;
      next = Arrays.copyOf(next, operation + (operation >> 1) + 16);
      Arrays.fill(next, had, next.length, NONE);
    }
  }

  /** Undoes the matching of messages to ranks with a wildcard: their receives are found on arrival. */
  OpenMessages open(int operations, IntFunction<String> names) {
    if (wildCount == 0) {
      return OpenMessages.none();
    }
    var ranks = new BitSet();
    var open = new OpenMessagesBuilder(operations);
    for (int number = 0; number < wildCount; number++) {
      int rank = graph.rank(wild[number]);
      ranks.set(rank);
      open.receive(wild[number], rank, wildFrom[number], wildTags[number]);
    }
    for (int entry = 0; entry < entries; entry++) {
      for (int queued = first[entry]; queued != NONE; queued = next[queued]) {
        open(open, ranks, queued, entry);
      }
      first[entry] = ranks.get(to[entry]) ? NONE : first[entry];
    }
    for (int operation = 0; operation < Math.min(operations, next.length); operation++) {
      if (next[operation] < NONE) {
        open(open, ranks, operation, NONE - 1 - next[operation]);
      }
    }
    try {
      return open.build();
    } catch (OpenMessagesBuilder.Unmatched refused) {
      throw new UnrunnableGraph(refused.operation(), names.apply(refused.operation()) + " " + refused.getMessage());
    }
  }

  private void open(OpenMessagesBuilder open, BitSet ranks, int operation, int entry) {
    if (!ranks.get(to[entry])) {
      return;
    }
    long tag = tags[entry] & 0xFFFF_FFFFL;
    if (graph.isSend(operation)) {
      open.send(operation, from[entry], to[entry], tag);
      graph.open(operation, ~to[entry]);
    } else {
      open.receive(operation, to[entry], from[entry], tag);
      graph.open(operation, GraphBuilder.NO_PARTNER);
    }
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
        throw new UnrunnableGraph(first[entry],
            names.apply(first[entry]) + (ofSends[entry]
                ? " sends to rank " + to[entry] + " with tag " + tags[entry] + ", which does not receive it"
                : " receives from rank " + from[entry] + " with tag " + tags[entry] + ", which does not send it"));
      }
    }
  }
}
