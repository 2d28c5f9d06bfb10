package dev.inflight.sim;

import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.rdma.HostMemory;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.rdma.UnfinishedOperation;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.job.Repeats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The traffic of all parts of a run; its methods are called while no part runs. */
final class AllTraffic {
  /** Receives starts and ends of traffic. */
  interface Listener {
    /**
     * Called when a flow, message or stream has started to send.
     *
     * @param fromByte offset of the flow's start among the bytes of its sender
     */
    void started(int row, Sender sender, long fromByte);

    /** Called when a flow or operation has finished. */
    void finished(FlowResult result);

    /**
     * Called when all operations of a job in this part have ended, if other jobs follow; {@code job} is the index among all jobs.
     */
    void jobEnded(int job, long nowPs);

    /** Called once, when the part has no traffic in progress and none left to start. */
    void over(long nowPs);
  }

  private final List<Traffic> parts = new ArrayList<>();
  private final Jobs jobs;
  private final FabricBuilder assembly;
  private final int blocks;

  /**
   * Makes traffic that has not started.
   *
   * @param symmetry symmetry of a run of which one block is simulated; null: all of it is
   * @param listeners receive starts and ends, by part
   */
  AllTraffic(Setup setup, FlowTable flows, FabricBuilder assembly, @Nullable Symmetry symmetry, IntFunction<Listener> listeners) {
    this.assembly = assembly;
    blocks = symmetry == null ? 1 : symmetry.blocks();
    int[] @Nullable [] rows = rowsOfParts(flows, assembly);
    jobs = new Jobs(flows, setup.events().stream().filter(SlowCompute.class::isInstance).map(SlowCompute.class::cast).toList(),
        symmetry);
    var memory = new HostMemory(flows, assembly.fabric, haveConnections(flows, assembly));
    for (int part = 0; part < rows.length; part++) {
      parts.add(new Traffic(setup, flows, assembly, part, rows[part], memory, jobs, symmetry, listeners.apply(part)));
    }
  }

  /** True if messages of jobs may go over connections in some class. */
  private static boolean haveConnections(FlowTable flows, FabricBuilder assembly) {
    for (int flowClass = 0; flowClass <= flows.highestClass() && !flows.jobs().isEmpty(); flowClass++) {
      if (assembly.setupOf(flowClass).jobsHaveConnections()) {
        return true;
      }
    }
    return false;
  }

  /** Rows of flows that start in each part at a given time, in order; null for all of the table. */
  private static int[] @Nullable [] rowsOfParts(FlowTable flows, FabricBuilder assembly) {
    int[] counts = new int[assembly.parts()];
    boolean isWhole = counts.length == 1 && assembly.others.size() == 1;
    if (isWhole && flows.jobs().isEmpty()) {
      return new int[1][]; // all of them
    }
    int[] timed = flows.timedRows().toArray();
    if (isWhole) {
      return new int[][] {timed};
    }
    for (int row : timed) {
      int part = assembly.partOf(flows.source(row));
      if (part != Division.ELSEWHERE) {
        counts[part]++;
      }
    }
    var rows = new int[counts.length][];
    Arrays.setAll(rows, part -> new int[counts[part]]);
    Arrays.fill(counts, 0);
    for (int row : timed) {
      int part = assembly.partOf(flows.source(row));
      if (part != Division.ELSEWHERE) {
        rows[part][counts[part]++] = row;
      }
    }
    return rows;
  }

  /** Traffic that starts in one part. */
  Traffic part(int number) {
    return parts.get(number);
  }

  /** The time of the scenario at a time of packet exchange, in picoseconds. */
  long scenarioPs(long packetPs) {
    return assembly.scenarioPs(packetPs);
  }

  /** Lets a fast run skip stretches of steady traffic; to be called before the run starts. */
  void leaveOut(Measurements measurements) {
    if (assembly.skipping != null) {
      Traffic only = parts.getFirst();
      Repeats repeats = jobs.repeats();
      only.fast(measurements.fast(assembly, repeats, only::omitted, only::hasOperations), repeats);
    }
  }

  void schedule() {
    parts.forEach(Traffic::schedule);
  }

  void routesChanged() {
    parts.forEach(Traffic::routesChanged);
  }

  /** True if each flow has finished or failed. */
  boolean isOver() {
    return parts.stream().allMatch(Traffic::isOver);
  }

  /** Time at which the last flow so far has finished or failed, in picoseconds. */
  long lastEndPs() {
    return parts.stream().mapToLong(Traffic::lastEndPs).max().orElse(0);
  }

  /** Number of flows that have started, in order of the table. */
  int started() {
    return parts.stream().mapToInt(Traffic::started).sum();
  }

  /** The jobs of all parts. */
  Jobs jobs() {
    return jobs;
  }

  /** Rows of flows with a start time that have not started, in order. */
  IntStream notStarted() {
    return parts.stream().flatMapToInt(Traffic::notStarted).sorted();
  }

  /** Number of flows that have finished. */
  int finished() {
    return blocks * parts.stream().mapToInt(Traffic::finished).sum();
  }

  /** Senders of flows that have started and not finished, in order of number. */
  List<Sender> unfinished() {
    return parts.stream().flatMap(part -> part.unfinished().stream())
        .sorted(Comparator.comparingInt(sender -> sender.flow().id())).toList();
  }

  /** Operations on queue pairs that have started and are not done, in order of number. */
  List<UnfinishedOperation> unfinishedOperations() {
    return parts.stream().flatMap(part -> part.unfinishedOperations().stream())
        .sorted(Comparator.comparingInt(UnfinishedOperation::row)).toList();
  }

  /** Share of the flows' and streams' time with data to send or unacknowledged in which the scheme held them below line rate. */
  double belowLineShare(long nowPs, RankCollectives others) {
    long all = others.sum(parts.stream().mapToLong(part -> part.activePs(nowPs)).sum());
    long below = others.sum(parts.stream().mapToLong(part -> part.belowLinePs(nowPs)).sum());
    return all == 0 ? 0 : (double) below / all;
  }

  /** Counts the unfinished waits for a slot in a NIC. */
  void countSlotWaits(HostCounters into, long nowPs) {
    parts.forEach(part -> part.countSlotWaits(into, nowPs));
  }
}
