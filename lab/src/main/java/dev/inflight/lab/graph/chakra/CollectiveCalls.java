package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.print.Quoted;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collectives of all ranks, in columns: a call is one rank's part in a collective. The calls of a rank in a group form a chain in
 * the order of its file.
 */
final class CollectiveCalls {
  static final int NONE = -1;

  /** Kind of a call; a barrier is an all-reduce of one byte. */
  enum Kind {
    ALL_REDUCE(CollectiveKind.ALL_REDUCE), ALL_GATHER(CollectiveKind.ALL_GATHER), BROADCAST(CollectiveKind.BROADCAST), ALL_TO_ALL(
        CollectiveKind.ALL_TO_ALL),
    REDUCE_SCATTER(CollectiveKind.REDUCE_SCATTER), BARRIER(CollectiveKind.ALL_REDUCE);

    final CollectiveKind done;

    Kind(CollectiveKind done) {
      this.done = done;
    }
  }

  /**
   * Ranks that perform collectives together.
   *
   * @param firstSlot number of the first member's chain; those of the others follow
   */
  record Group(String name, int[] members, int firstSlot) {
    @Override
    public String toString() {
      return name.isEmpty() ? "all ranks" : "process group " + Quoted.of(name);
    }
  }

  private record Key(String name, IntBuffer members) {
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  private final List<Group> groups = new ArrayList<>();
  private final Map<Key, Group> known = new HashMap<>();
  private int[] heads = {};
  private int[] tails = {};
  private int slots;

  private int count;
  private long[] nodes = new long[16];
  private byte[] kinds = new byte[16];
  private long[] sizes = new long[16];
  private long[] tags = new long[16];
  private int[] begins = new int[16];
  private int[] next = new int[16];

  /**
   * Adds a call. Its last operation is the one after its first operation, {@code begin}.
   *
   * @return number of the call
   */
  int add(long node, Kind kind, long sizeBytes, long tag, int begin) {
    if (count == nodes.length) {
      int room = count + (count >> 1);
      nodes = Arrays.copyOf(nodes, room);
      kinds = Arrays.copyOf(kinds, room);
      sizes = Arrays.copyOf(sizes, room);
      tags = Arrays.copyOf(tags, room);
      begins = Arrays.copyOf(begins, room);
      next = Arrays.copyOf(next, room);
    }
    nodes[count] = node;
    kinds[count] = (byte) kind.ordinal();
    sizes[count] = sizeBytes;
    tags[count] = tag;
    begins[count] = begin;
    next[count] = NONE;
    return count++;
  }

  int count() {
    return count;
  }

  /** Returns the chain of a rank in a group; groups with the same name and the same ranks in the same order are one group. */
  int slot(ProcessGroups.Named named, int rank) {
    int[] members = named.members();
    Group group = known.computeIfAbsent(new Key(named.name(), IntBuffer.wrap(members)), key -> {
      var made = new Group(named.name(), members, slots);
      groups.add(made);
      slots += members.length;
      heads = grown(heads);
      tails = grown(tails);
      return made;
    });
    int place = 0;
    while (members[place] != rank) {
      place++;
    }
    return group.firstSlot + place;
  }

  private int[] grown(int[] column) {
    if (slots <= column.length) {
      return column;
    }
    int[] longer = Arrays.copyOf(column, slots + (slots >> 1));
    Arrays.fill(longer, column.length, longer.length, NONE);
    return longer;
  }

  /** Adds a call to the chain of its rank and group. */
  void chain(int slot, int call) {
    if (heads[slot] == NONE) {
      heads[slot] = call;
    } else {
      next[tails[slot]] = call;
    }
    tails[slot] = call;
  }

  List<Group> groups() {
    return groups;
  }

  /** Returns the first call of a member of a group, or {@link #NONE}. */
  int first(Group group, int member) {
    return heads[group.firstSlot + member];
  }

  /** Returns the next call in a chain, or {@link #NONE}. */
  int next(int call) {
    return next[call];
  }

  /** Reports whether two calls agree; in an all-to-all the size may differ by rank. */
  boolean same(int one, int other) {
    return kinds[one] == kinds[other] && (sizes[one] == sizes[other] || kind(one) == Kind.ALL_TO_ALL) && tags[one] == tags[other];
  }

  long node(int call) {
    return nodes[call];
  }

  Kind kind(int call) {
    return KINDS.get(kinds[call]);
  }

  long sizeBytes(int call) {
    return sizes[call];
  }

  int begin(int call) {
    return begins[call];
  }

  int end(int call) {
    return begins[call] + 1;
  }

  /** Returns a description of a call, for errors. */
  String words(int call) {
    Kind kind = kind(call);
    return kind == Kind.BARRIER
        ? "a barrier"
        : Collectives.words(kind.done) + " of " + sizes[call] + " bytes" + (tags[call] == 0 ? "" : " with tag " + tags[call]);
  }
}
