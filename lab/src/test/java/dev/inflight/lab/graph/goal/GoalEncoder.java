package dev.inflight.lab.graph.goal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Writes the binary form of a schedule. Cookie, table and parts are placed as {@code txt2bin} of LogGOPSim places them. */
public final class GoalEncoder {
  static final int SEND = 1;
  static final int RECEIVE = 2;
  static final int CALC = 3;
  static final int ANY = -1;

  /** One operation of a rank, with the operations of the rank that wait for its end and for its start. */
  static final class Op {
    final int type;
    final int peer;
    final long amount;
    final int tag;
    final int cpu;
    final int nic;
    final List<Integer> dependents = new ArrayList<>();
    final List<Integer> beginDependents = new ArrayList<>();

    Op(int type, int peer, long amount, int tag, int cpu, int nic) {
      this.type = type;
      this.peer = peer;
      this.amount = amount;
      this.tag = tag;
      this.cpu = cpu;
      this.nic = nic;
    }
  }

  private final List<List<Op>> ranks = new ArrayList<>();

  GoalEncoder(int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      this.ranks.add(new ArrayList<>());
    }
  }

  /** A schedule of two ranks, of which one sends to the other. */
  public static byte[] example() {
    var goal = new GoalEncoder(2);
    goal.add(0, SEND, 1, 10, 3, 0, 0);
    goal.add(1, RECEIVE, 0, 10, 3, 0, 0);
    return goal.bytes();
  }

  /** Adds an operation; its number in its rank is returned. */
  int add(int rank, int type, int peer, long amount, int tag, int cpu, int nic) {
    ranks.get(rank).add(new Op(type, peer, amount, tag, cpu, nic));
    return ranks.get(rank).size() - 1;
  }

  void requires(int rank, int after, int before, boolean onlyBegun) {
    Op op = ranks.get(rank).get(before);
    (onlyBegun ? op.beginDependents : op.dependents).add(after);
  }

  byte[] bytes() {
    int size = 14 + 16 * ranks.size();
    for (List<Op> rank : ranks) {
      int[] requirements = requirements(rank);
      for (int operation = 0; operation < requirements.length; operation++) {
        size += 39 + 4 * requirements[operation] + (requirements[operation] == 0 ? 4 : 0);
      }
      size += 8;
    }
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(4223).putInt(ranks.size());
    out.put((byte) ranks.stream().flatMap(List::stream).mapToInt(op -> op.cpu).max().orElse(0));
    out.put((byte) ranks.stream().flatMap(List::stream).mapToInt(op -> op.nic).max().orElse(0));
    out.position(14 + 16 * ranks.size());
    for (int rank = 0; rank < ranks.size(); rank++) {
      out.putLong(14 + 16 * rank, out.position() - 8);
      put(out, ranks.get(rank));
      out.putLong(14 + 16 * rank + 8, out.position() - 8);
    }
    return out.array();
  }

  private static int[] requirements(List<Op> rank) {
    int[] requirements = new int[rank.size()];
    for (Op op : rank) {
      op.dependents.forEach(after -> requirements[after]++);
      op.beginDependents.forEach(after -> requirements[after]++);
    }
    return requirements;
  }

  private static void put(ByteBuffer out, List<Op> rank) {
    int[] requirements = requirements(rank);
    var roots = new ArrayList<Integer>();
    for (int operation = 0; operation < requirements.length; operation++) {
      if (requirements[operation] == 0) {
        roots.add(operation);
      }
    }
    out.putInt(rank.size()).putInt(roots.size());
    roots.forEach(out::putInt);
    int place = 0;
    for (int operation = 0; operation < requirements.length; operation++) {
      Op op = rank.get(operation);
      out.putInt(requirements[operation]).put((byte) op.type).putInt(op.peer).putLong(op.amount).putInt(op.tag);
      out.put((byte) op.cpu).put((byte) op.nic);
      out.putInt(op.dependents.size()).putInt(place);
      place += op.dependents.size();
      out.putInt(op.beginDependents.size()).putInt(place);
      place += op.beginDependents.size();
    }
    for (Op op : rank) {
      op.dependents.forEach(out::putInt);
      op.beginDependents.forEach(out::putInt);
    }
  }
}
