package dev.inflight.lab.graph.goal;

import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.wildcard.OpenMessagesBuilder;
import java.util.Set;

/** Adds operations of a schedule to a graph. An operation that a graph cannot have is an error; the caller adds the place. */
final class GoalOperations {
  /** Number, of 32 bits, for any rank and for any tag. */
  static final long ANY = 0xFFFF_FFFFL;
  private static final long PS_IN_NS = 1000;
  /** Ranks that make a send a marker of the schedule: Schedgen writes the first one, and htsim's logsim accepts both. */
  private static final Set<Long> MARKERS = Set.of(9_999_999L, 999_999_999L);

  final GraphBuilder graph;
  private final GoalOptions options;
  private int highestNic;
  private SourceLocation ofHighestNic;

  GoalOperations(SourceLocation place, long ranks, GoalOptions options) {
    if (ranks > options.mostRanks()) {
      throw new IllegalArgumentException(
          "the trace has " + ranks + " ranks" + (options.nics() == 1 ? "" : " with " + options.nics() + " NICs each")
              + ", and there are hosts for " + options.mostRanks());
    }
    this.options = options;
    ofHighestNic = place;
    graph = new GraphBuilder((int) ranks, options.room().operations(), options.room().exceeded());
    graph.compareSizesAtEnd();
    graph.nics(options.nics());
  }

  /** Adds a message's send or receive. */
  int message(SourceLocation place, boolean isSend, int rank, long bytes, long peer, long tag, int nic) {
    long size = Math.max(1, bytes); // no message is empty
    if (isSend && tag == ANY) {
      throw new IllegalArgumentException("a send with tag -1; only a receive may have any tag");
    }
    int operation = isSend
        ? graph.send(rank, (int) peer, size, (int) tag)
        : graph.receiveAny(rank, peer == ANY ? OpenMessagesBuilder.ANY_RANK : (int) peer, size,
            tag == ANY ? OpenMessagesBuilder.ANY_TAG : tag);
    if (options.nics() > 1) {
      if (nic >= options.nics()) {
        throw new IllegalArgumentException(
            "nic " + nic + " is outside 0 to " + (options.nics() - 1) + ", as nics=" + options.nics() + " of this trace has it");
      }
      graph.nic(operation, nic);
    } else if (nic > highestNic) {
      highestNic = nic;
      ofHighestNic = place;
    }
    return operation;
  }

  /** Reports whether a send marks a point of the schedule instead of going to a rank. */
  boolean isMarker(boolean isSend, long peer) {
    return isSend && peer >= graph.ranks() && MARKERS.contains(peer);
  }

  /** Adds a marker. It takes no time, as in htsim; operations that require it wait for the operations that it requires. */
  int marker(SourceLocation place, int rank, long peer) {
    Notices.add(place, "marker",
        "a send to rank " + peer + " is a marker of Schedgen: it sends nothing and takes no time, as in htsim");
    return graph.compute(rank, 0, 0);
  }

  int computation(int rank, int cpu, long units) {
    double ps = StrictMath.rint(units * options.scale() * PS_IN_NS);
    if (units < 0 || ps >= Long.MAX_VALUE) {
      throw new IllegalArgumentException("a computation of " + Long.toUnsignedString(units) + " does not fit");
    }
    return graph.compute(rank, cpu, (long) ps);
  }

  /** Warns of NIC numbers that have no effect. */
  void noteNics() {
    if (highestNic > 0) {
      Notices.add(ofHighestNic, "nic",
          "ranks have several NICs, up to nic " + highestNic + ", and all messages of a rank use its one host; nics="
              + (highestNic + 1) + " gives each (rank, nic) a host of its own");
    }
  }
}
