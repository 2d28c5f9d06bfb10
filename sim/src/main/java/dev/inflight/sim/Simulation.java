package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.run.EventStep;
import dev.inflight.sim.change.run.RunningFabric;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.World;
import dev.inflight.sim.parts.Balance;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.ranks.Ranks;
import dev.inflight.sim.rdma.UnfinishedOperation;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.sim.symmetry.run.SymmetrySearch;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run: a fabric in virtual time, its flows, and the recorder of its results. Runs once. */
public final class Simulation {
  private static final long BULK_WIDTH_PS = 100_000;
  private static final long LIVE_BULK_WIDTH_PS = 1_000_000_000; // in real time each reading takes time

  private final Setup setup;
  private final FlowTable flows;
  private Recorder recorder;
  private final FabricBuilder assembly;
  private final Timeline loop;
  private final @Nullable DividedLoop divided;
  private final Fabric fabric;
  private final UnloadedPaths basePaths;
  private final AllTraffic traffic;
  private final PartWatcher[] watchers; // by part
  private final Measurements measurements;
  private final StallWatch stallWatch;
  private final RankCollectives others;
  private long endPs;
  private @Nullable Outcome outcome;
  private boolean started;
  private boolean drained;
  private volatile boolean interrupted;

  /**
   * Builds the fabric.
   *
   * @throws IllegalArgumentException if the setup cannot be run: a signal that the scheme needs is missing, or the telemetry cannot express
   *     a link's rate
   */
  public Simulation(Setup setup, Recorder recorder) {
    this(setup, recorder, (from, wire) -> wire);
  }

  /** Builds the fabric with a wrapper around each cable, by the port that sends into it, which does not affect the run: captures, tests. */
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around) {
    this(setup, recorder, around, Division.whole(setup.topology()));
  }

  /**
   * Builds the fabric in parts that run in parallel, each in one thread. The results are the same for any division.
   *
   * @param around wrapper of each cable, by the port that sends into it; it runs in the thread of that port's part: wrappers for ports of
   *     different parts must share no mutable state
   * @throws IllegalArgumentException as the others; and for several parts if the setup has to be run {@linkplain Setup#whyWhole whole}
   */
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around, Division division) {
    this(setup, recorder, around, division, RankCollectives.NONE);
  }

  /**
   * Builds some of the fabric's parts; the same run in other processes has the others.
   *
   * @param recorder takes the results of all processes in the first one, and nothing in others
   * @param division this process's {@linkplain Division#share share}
   * @throws IllegalArgumentException as the others
   */
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around, Division division,
      RankCollectives others) {
    this(setup, recorder, around, division, others, null);
  }

  /** Builds the fabric in a given world: in real time, over real cables. Such runs are not reproducible. */
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around, World world) {
    this(setup, recorder, around, Division.whole(setup.topology()), RankCollectives.NONE, world);
  }

  private Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around, Division division,
      RankCollectives others, @Nullable World world) {
    String whyWhole = others.size() > 1 ? setup.whyOneProcess() : division.parts() > 1 ? setup.whyWhole() : null;
    if (whyWhole != null) {
      throw new IllegalArgumentException("one " + (others.size() > 1 ? "process" : "thread") + " only: " + whyWhole);
    }
    this.setup = setup;
    this.others = others;
    this.recorder = Ranks.recorder(others, recorder);
    flows = setup.flows().sortedByStart();
    watchers = IntStream.range(0, division.parts()).mapToObj(part -> new PartWatcher(this, part)).toArray(PartWatcher[]::new);
    Symmetry symmetry = world == null && division.parts() == 1 && others.size() == 1 ? SymmetrySearch.of(setup) : null;
    Setup simulated = SymmetrySearch.simulated(setup, symmetry);
    assembly = new FabricBuilder(simulated, part -> watchers[part], around, division, others, world);
    loop = assembly.loop;
    divided = assembly.divided;
    fabric = assembly.fabric;
    basePaths = assembly.basePaths;
    traffic = new AllTraffic(simulated, flows, assembly, symmetry, part -> watchers[part]);
    measurements = new Measurements(simulated, assembly, symmetry, () -> this.recorder, this::jobs, this::lost,
        world == null ? BULK_WIDTH_PS : LIVE_BULK_WIDTH_PS);
    if (divided != null) {
      divided.does(new PartWork(this, measurements.partSamplers()));
      others.begin(fabric, divided, flows);
    }
    traffic.leaveOut(measurements);
    stallWatch = new StallWatch(setup, loop, assembly.longestWaitPs(), () -> others.sum(fabric.deliveredBytes()),
        traffic.jobs()::areComputing);
  }

  /** Changes the recorder of results; before the run. */
  public void recordWith(Recorder newRecorder) {
    if (started) {
      throw new IllegalStateException("the run has started");
    }
    recorder = Ranks.recorder(others, newRecorder);
  }

  /** Runs to the end: all flows finished and all packets consumed, or the setup's end, or {@link #interrupt}. */
  public RunResult run() {
    advance(setup.untilPs());
    boolean partial = others.most(interrupted ? 1 : 0) > 0;
    Outcome ended = Outcome.of(traffic, loop, divided, others);
    outcome = ended;
    endPs = ended.over() ? ended.lastEndPs() : partial || stallWatch.hasStopped() ? ended.nowPs() : setup.untilPs();
    measurements.finish(endPs, isOver() && !partial);
    return new RunTotals(this, assembly, measurements).of(endPs, partial);
  }

  /** True if each flow has finished or failed, in any process. */
  private boolean isOver() {
    return outcome == null ? traffic.isOver() : outcome.over();
  }

  /**
   * Runs the events before a time, or up to the end if that comes first; for inspection of the fabric in between.
   *
   * @param untilPs time in picoseconds, at most the setup's end
   */
  public void advance(long untilPs) {
    if (!started) {
      started = true;
      scheduleFirstEvents();
    }
    if ((!interrupted || others.size() > 1) && !drained) { // others may lack this news, and wait for this one
      long endPs = Math.min(untilPs, setup.untilPs());
      measurements.samples.runUntil(endPs);
      loop.run(endPs - 1); // events at the very end do not run
    }
    if (interrupted || drained || stallWatch.hasStopped()) {
      measurements.samples.takeBackAfter(loop.nowPs());
    }
  }

  private void scheduleFirstEvents() {
    if (flows.count() == 0) {
      drained = true; // no event will ever occur
      return;
    }
    traffic.schedule();
    traffic.jobs().followIn(loop, setup.topology().links().stream().mapToLong(Topology.Link::delayPs).max().orElse(0));
    fabric.rerouting().by(traffic::routesChanged, setup.reroute(), EventStep.laterIn(loop, assembly.time(0)));
    EventStep.schedule(setup.events(), new RunningFabric(fabric, assembly.links, setup.seed(), assembly::packetPs, others::most),
        loop);
    stallWatch.schedule(flows.startPs(0));
    measurements.begin(flows.startPs(0));
  }

  /** Ends the run soon; any thread may call this. */
  public void interrupt() {
    interrupted = true;
    loop.stop();
  }

  /** Simulated time so far, in picoseconds; any thread may read it, approximately. */
  public long nowPs() {
    return outcome == null ? loop.nowPs() : outcome.nowPs();
  }

  /** End of the run, in picoseconds: of the last flow, or of the run if flows remain; to be called after the run. */
  public long endPs() {
    return endPs;
  }

  /** Packet-hops so far; any thread may read them, approximately. */
  public long packetHops() {
    return assembly.packetHops();
  }

  /** Number of finished flows: during the run, of flows that started in this process. */
  public int flowsFinished() {
    return outcome == null ? traffic.finished() : outcome.finished();
  }

  public int flows() {
    return flows.count();
  }

  /** The flows in order of start: row n is flow n. */
  public FlowTable flowTable() {
    return flows;
  }

  /** True if the run ended because it no longer delivered data. */
  public boolean hasStalled() {
    return stallWatch.hasStopped() && !isOver();
  }

  /** The processes that have the other parts. */
  public RankCollectives others() {
    return others;
  }

  /** Bytes that receivers have received so far; any thread may read them, approximately. */
  public long deliveredBytes() {
    return fabric.deliveredBytes() * measurements.blocks();
  }

  /** The fabric, for inspection before or after the run. */
  public Fabric fabric() {
    return fabric;
  }

  public QueueMonitor queues() {
    return measurements.queues;
  }

  /** Sets the clock that measures the progress of parts. */
  public void measureBy(LongSupplier wallClockNs) {
    if (divided != null) {
      divided.measureBy(wallClockNs);
    }
  }

  /**
   * Sets the number of threads that run the parts, before the run; by default one. The results are the same for any number. One
   * thread runs all parts while too few events occur for more.
   *
   * @param threads 1 or more; more than there are parts are of no use
   * @param leastEvents average number of events in a window that justifies several threads; 0 or more
   */
  public void runOn(int threads, long leastEvents) {
    if (divided != null) {
      divided.runOn(threads, leastEvents);
    }
  }

  /** Buffer for notifications of a port's part, in the order of one loop for all; null if they can be immediate. */
  public @Nullable Consumer<Runnable> keeper(Port port) {
    return divided == null ? null : divided.records(assembly.partOf(port.node()))::keep;
  }

  /** Progress of the parts; null for a single part. */
  public @Nullable Balance balance() {
    return outcome == null ? null : outcome.balance();
  }

  /** Number of packets of one kind that were lost for one reason, by {@link RunResult#lossIndex}. */
  long lost(int index) {
    return Arrays.stream(watchers).mapToLong(part -> part.lost(index)).sum();
  }

  @Nullable
  DividedLoop divided() {
    return divided;
  }

  long lastStartPs() {
    return flows.startPs(flows.count() - 1);
  }

  Recorder recorder() {
    return recorder;
  }

  Measurements measurements() {
    return measurements;
  }

  AllTraffic traffic() {
    return traffic;
  }

  public UnloadedPaths basePaths() {
    return basePaths;
  }

  /** State of the jobs. */
  public Jobs jobs() {
    return traffic.jobs();
  }

  /** Senders of flows that have started and not finished. */
  public List<Sender> unfinished() {
    return traffic.unfinished();
  }

  /** Connection of a job's message after its first use; for a run of one part. */
  public @Nullable Flow connectionOf(int row) {
    return traffic.part(0).connectionOf(row);
  }

  /** Operations on queue pairs, messages on connections among them, that have started and are not done. */
  public List<UnfinishedOperation> unfinishedOperations() {
    return traffic.unfinishedOperations();
  }

  long eventsFired() {
    return loop.fired();
  }

  /** Totals of each port for the results, in order of port numbers; after the run. */
  public List<PortTotals> portTotals() {
    return measurements.portTotals(endPs);
  }

  /** Picoseconds between queue samples: those of the setup, or in scheduling order whole nanoseconds. */
  public long samplePeriodPs() {
    return measurements.samples.periodPs();
  }

  /** Handles the end of all traffic: none is in progress, and none is left to start. */
  void over(long nowPs) {
    measurements.over(nowPs);
    new DrainCheck(() -> others.sum(fabric.packetsInside()), loop, () -> drained = true).scheduleAfter(nowPs);
  }
}
