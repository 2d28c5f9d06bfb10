package dev.inflight.sim.parts;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.workload.FlowTable;

/**
 * The other processes that have parts of the same fabric. All processes call collective methods in the same order, and a call
 * does not return before all have called it.
 */
public interface RankCollectives {
  /** No other processes. */
  RankCollectives NONE = new RankCollectives() {
    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void meet(Standing standing) {
      // The state of this process is that of all.
    }

    @Override
    public long most(long mine) {
      return mine;
    }

    @Override
    public long sum(long mine) {
      return mine;
    }
  };

  /** State between two steps: of this process before a meeting, and of all processes after it. */
  final class Standing {
    /** A time before which no part has an event, in picoseconds. */
    public long nextPs;
    /** Number of parts. */
    public long parts;
    /** Number of parts without unfinished work. */
    public long partsOver;
    /** True if the run is to stop. */
    public boolean stopped;
    /** The events of the process that fired most since the last meeting. */
    public long longestEvents;
  }

  /** The number of this process, from 0. */
  int rank();

  /** Number of processes, including this one. */
  int size();

  /** Sends packets to other processes, receives theirs, and combines the state of all. */
  void meet(Standing standing);

  /** The largest of all processes' numbers. */
  long most(long mine);

  /** The sum of all processes' numbers. */
  long sum(long mine);

  /** Returns all processes' bytes, by rank, at process 0; nothing at the others. */
  default byte[][] gather(byte[] mine) {
    return new byte[][] {mine};
  }

  /** Called when the fabric exists, with the parts of this process. Not collective. */
  default void begin(Fabric fabric, DividedLoop loop, FlowTable flows) {
    // No other process has any.
  }

  /**
   * Makes a cable that leads to another process. Not collective.
   *
   * @param to the number of the port there
   * @param toNode its node
   * @param pool pool of the packets that arrive
   */
  default Wire cable(Port from, int to, int toNode, PacketPool pool) {
    throw new IllegalStateException("there is no other process");
  }

  /** The sum over all packets that went to other processes. */
  default long fingerprint() {
    return 0;
  }

  /** Called when a flow has started here. Not collective. */
  default void started(Flow flow) {
    // No other process calls.
  }

  /** Called when a flow has finished that had started here. Not collective. */
  default void finished(Flow flow) {
    // No other process calls.
  }

  /** Sets the place of the next notification in the order of all. Not collective. */
  default void placeAt(long timePs, long order) {
    // Notifications are immediate.
  }

  /** Delivers notifications to their observer. */
  default void ship() {
    // Notifications were immediate.
  }
}
