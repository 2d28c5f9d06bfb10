package dev.inflight.sim;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.BasePaths;
import dev.inflight.net.EgressPort;
import dev.inflight.net.Event;
import dev.inflight.net.Fabric;
import dev.inflight.net.Flow;
import dev.inflight.net.HostCounters;
import dev.inflight.net.Observer;
import dev.inflight.net.Packet;
import dev.inflight.net.Sender;
import dev.inflight.net.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** One run: a fabric in virtual time, its flows, and what is recorded of them. Runs once. */
public final class Simulation {
  private static final long DRAIN_CHECK_PS = 1_000_000L;
  private static final int FIRST_SOURCE_PORT = 10_000;

  private final Setup setup;
  private final FlowTable flows;
  private Recorder recorder;
  private final Assembly assembly;
  private final VirtualLoop loop;
  private final Fabric fabric;
  private final BasePaths basePaths;
  private final QueueMonitor monitor;
  private final Map<Long, Integer> sourcePorts = new HashMap<>();
  private final Map<Flow, Sender> active = new HashMap<>();
  private final Operations operations;
  private int flowsStarted;
  private int flowsFinished;
  private int flowsFailed;
  private long lastFinishPs;
  private long fctSumPs;
  private long belowLinePs;
  private final long[] losses = new long[Observer.Loss.values().length];
  private final QueueSampler sampler;
  private final SeriesSampler series;
  private final StallWatch stallWatch;
  private boolean started;
  private boolean drained;
  private volatile boolean interrupted;

  /**
   * Builds the fabric.
   *
   * @throws IllegalArgumentException when the setup cannot be run: a signal that the scheme needs is missing, or the telemetry cannot
   *     express a link's rate
   */
  public Simulation(Setup setup, Recorder recorder) {
    this(setup, recorder, (from, wire) -> wire);
  }

  /**
   * Builds the fabric with something around its cables: captures, tests of the wire.
   *
   * @param around what each cable is wrapped into, from the port that sends into it; does not change what happens
   * @throws IllegalArgumentException as the other
   */
  public Simulation(Setup setup, Recorder recorder, BiFunction<EgressPort, Wire, Wire> around) {
    this.setup = setup;
    this.recorder = recorder;
    flows = setup.flows.sortedByStart();
    assembly = new Assembly(setup, new Watcher(), around);
    loop = assembly.loop;
    fabric = assembly.fabric;
    basePaths = assembly.basePaths;
    operations = new Operations(setup, flows, assembly, this::nextSourcePort, new OperationWatcher());
    monitor = new QueueMonitor(fabric);
    sampler = new QueueSampler(setup, monitor, recorder, loop);
    series = new SeriesSampler(setup.series, fabric, recorder, loop);
    long lastStartPs = flows.count() > 0 ? flows.startPs(flows.count() - 1) : 0;
    stallWatch = new StallWatch(setup, loop, assembly.longestWaitPs(), () -> fabric.counters().deliveredBytes, lastStartPs);
  }

  /** Changes who takes the results; before the run. */
  public void recordWith(Recorder newRecorder) {
    if (started) {
      throw new IllegalStateException("the run has begun");
    }
    recorder = newRecorder;
    sampler.recordWith(newRecorder);
    series.recordWith(newRecorder);
  }

  /** Runs to the end: all flows finished and all packets consumed, or the setup's end, or {@link #interrupt}. */
  public RunResult run() {
    advance(setup.untilPs);
    boolean ended = flowsFinished == flows.count() && !interrupted;
    if (ended) {
      sampler.skipToEnd();
    }
    if (setup.series.isOn()) {
      series.finish(endPs());
    }
    return result();
  }

  /**
   * Runs the events before a time, or up to the end if that comes first; for looking at the fabric in between.
   *
   * @param untilPs in picoseconds, at most the setup's end
   */
  public void advance(long untilPs) {
    if (!started) {
      started = true;
      scheduleFirstEvents();
    }
    if (!interrupted && !drained) {
      loop.run(Math.min(untilPs, setup.untilPs) - 1); // events at the very end do not run
    }
  }

  private void scheduleFirstEvents() {
    if (flows.count() == 0) {
      drained = true; // nothing will ever happen
      return;
    }
    loop.schedule(new FlowStarter(), flows.startPs(0));
    for (LinkEvent change : setup.linkEvents) {
      loop.schedule(new LinkChange(change), change.atPs());
    }
    stallWatch.schedule(flows.startPs(0));
    long sampleFromPs = setup.sampleFromPs >= 0 ? setup.sampleFromPs : flows.startPs(0);
    if (sampleFromPs <= setup.sampleUntilPs) {
      loop.schedule(sampler, sampleFromPs);
    }
    if (setup.series.isOn()) {
      series.schedule(flows.startPs(0));
    }
  }

  /** Ends the run soon; may be called from any thread. */
  public void interrupt() {
    interrupted = true;
    loop.stop();
  }

  /** Simulated time so far, in picoseconds; may be read from any thread and is then approximate. */
  public long nowPs() {
    return loop.nowPs();
  }

  /** Packet-hops so far; may be read from any thread and is then approximate. */
  public long packetHops() {
    return assembly.packetHops();
  }

  /** Flows finished so far. */
  public int flowsFinished() {
    return flowsFinished;
  }

  /** Flows that will run. */
  public int flows() {
    return flows.count();
  }

  /** Flows that have started, in order of the table; the others have not. */
  public int flowsStarted() {
    return flowsStarted;
  }

  /** The flows in order of start: row n is flow n. */
  public FlowTable flowTable() {
    return flows;
  }

  /** Whether the run was ended because nothing was delivered any more. */
  public boolean hasStalled() {
    return stallWatch.hasStopped() && !haveAllEnded();
  }

  /** The fabric, for a look at it before or after the run. */
  public Fabric fabric() {
    return fabric;
  }

  /** The queue histograms. */
  public QueueMonitor queues() {
    return monitor;
  }

  /** Base RTTs. */
  public BasePaths basePaths() {
    return basePaths;
  }

  /** Flows that have started and not finished. */
  public List<Sender> unfinished() {
    return active.values().stream().sorted((x, y) -> Integer.compare(x.flow().id(), y.flow().id())).toList();
  }

  /** Operations on queue pairs that have begun and are not done. */
  List<Operations.Unfinished> unfinishedOperations() {
    return operations.unfinished();
  }

  /** Where the run ends: with the last flow, or as asked, or where it was interrupted or stood still. */
  private long endPs() {
    if (haveAllEnded()) {
      return lastFinishPs;
    }
    return interrupted || stallWatch.hasStopped() ? loop.nowPs() : setup.untilPs;
  }

  private boolean haveAllEnded() {
    return flowsFinished + flowsFailed == flows.count();
  }

  private RunResult result() {
    long now = endPs();
    long flowTimePs = fctSumPs; // with what the unfinished flows have had so far
    long throttledPs = belowLinePs;
    HostCounters hosts = fabric.counters();
    for (Sender sender : active.values()) {
      flowTimePs += now - sender.startedPs();
      throttledPs += sender.belowLinePs(now);
      hosts.longestSlotWaitPs = Math.max(hosts.longestSlotWaitPs, sender.slot().waitedPs(now));
    }
    for (Operations.Unfinished operation : operations.unfinished()) {
      flowTimePs += now - operation.operation().postedPs();
    }
    throttledPs += operations.belowLinePs(now);
    long first = flows.count() > 0 ? flows.startPs(0) : 0;
    return new RunResult(Math.max(0, now - first), now, packetHops(), loop.fired(), flows.count(), flowsFinished, losses.clone(),
        hosts, fabric.switches().stream().mapToLong(s -> s.pausesSent()).sum(), assembly.pausedPs(now), marks(),
        assembly.fingerprint(),
        flowTimePs == 0 ? 0 : (double) throttledPs / flowTimePs, interrupted);
  }

  private long marks() {
    return monitor.ports().stream().mapToLong(port -> port.marks()).sum();
  }

  private int nextSourcePort(int source, int destination) {
    return FIRST_SOURCE_PORT + sourcePorts.merge((long) source << 32 | destination, 1, Integer::sum) - 1;
  }

  private void start(int row, long nowPs) {
    if (flows.kind(row) == FlowTable.Kind.FLOW) {
      startFlow(row, nowPs);
      flowsStarted++;
    } else {
      flowsStarted++;
      operations.start(row, nowPs);
    }
  }

  private void startFlow(int row, long nowPs) {
    int source = flows.source(row);
    int destination = flows.destination(row);
    var flow = new Flow(row, source, destination, nextSourcePort(source, destination), flows.destinationPort(row),
        flows.group(row),
        flows.sizeBytes(row), flows.startPs(row));
    long nicRate = fabric.nicRateBitsPerSec(flow);
    PathFacts path = assembly.pathFacts(source, destination, nicRate);
    Sender sender = fabric.start(flow, setup.scheme.start(path), setup.scheme.pacing(), path, nowPs);
    if (setup.series.isOn()) {
      series.started(sender);
    }
    if (!sender.isFinished()) {
      active.put(flow, sender);
    }
  }

  /** Starts flows when their time comes. */
  private final class FlowStarter extends Event {
    /** In the authors' simulator a start goes behind everything due at its instant, twice. */
    private final int requeues = setup.ties == Setup.Ties.SCHEDULING ? 2 : 0;
    private int requeued;

    FlowStarter() {
      key = Long.MIN_VALUE;
    }

    @Override
    public void fire() {
      if (requeued < requeues) {
        requeued++;
        loop.schedule(this, timePs);
        return;
      }
      requeued = 0;
      long nowPs = timePs;
      while (flowsStarted < flows.count() && flows.startPs(flowsStarted) <= nowPs) {
        start(flowsStarted, nowPs);
      }
      if (flowsStarted < flows.count()) {
        loop.schedule(this, flows.startPs(flowsStarted));
      }
    }
  }

  private final class LinkChange extends Event {
    private final LinkEvent change;

    LinkChange(LinkEvent change) {
      this.change = change;
      key = Long.MIN_VALUE + 1;
    }

    @Override
    public void fire() {
      fabric.setLink(change.a(), change.b(), change.up(), timePs);
    }
  }

  /** Ends the run once the last packets have been consumed. */
  private final class DrainCheck extends Event {
    DrainCheck() {
      key = Long.MAX_VALUE - 1;
    }

    @Override
    public void fire() {
      if (fabric.pool().outstanding() == 0) {
        drained = true;
        loop.stop();
      } else {
        loop.schedule(this, timePs + DRAIN_CHECK_PS);
      }
    }
  }

  private void finished(int row, int sourcePort, long retransmittedBytes, long nowPs) {
    flowsFinished++;
    FlowTable.Kind kind = flows.kind(row);
    int source = flows.source(row);
    int destination = flows.destination(row);
    long sizeBytes = flows.sizeBytes(row);
    long startPs = flows.startPs(row);
    long fctPs = nowPs - startPs;
    fctSumPs += fctPs;
    long alonePs = kind == FlowTable.Kind.READ
        ? basePaths.standalonePs(destination, source, sizeBytes)
        : basePaths.standalonePs(source, destination, sizeBytes);
    recorder.flowFinished(new FlowResult(row, kind, source, destination, sourcePort, flows.destinationPort(row),
        flows.group(row), sizeBytes, startPs, fctPs, alonePs, retransmittedBytes));
    ended(nowPs);
  }

  /** A flow has finished, or failed. */
  private void ended(long nowPs) {
    lastFinishPs = nowPs;
    if (haveAllEnded()) {
      loop.schedule(new DrainCheck(), nowPs + DRAIN_CHECK_PS);
    }
  }

  private final class OperationWatcher implements Operations.Results {
    @Override
    public void streamStarted(Sender sender) {
      if (setup.series.isOn()) {
        series.started(sender);
      }
    }

    @Override
    public void finished(int row, Flow stream, long retransmittedBytes, long nowPs) {
      Simulation.this.finished(row, stream.sourcePort(), retransmittedBytes, nowPs);
    }

    @Override
    public void failed(int row, long nowPs) {
      flowsFailed++;
      ended(nowPs);
    }
  }

  private final class Watcher implements Observer {
    @Override
    public void flowFinished(Sender sender, long nowPs) {
      Flow flow = sender.flow();
      active.remove(flow);
      belowLinePs += sender.belowLinePs(nowPs);
      finished(flow.id(), flow.sourcePort(), sender.retransmittedBytes(), nowPs);
    }

    @Override
    public void pauseChanged(EgressPort port, int group, boolean paused, long nowPs) {
      recorder.pauseChanged(port, group, paused, nowPs);
    }

    @Override
    public void packetLost(EgressPort port, Packet packet, Loss why, long nowPs) {
      losses[why.ordinal()]++;
      recorder.packetLost(port, packet, why, nowPs);
    }
  }
}
