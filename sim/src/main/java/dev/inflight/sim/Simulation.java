package dev.inflight.sim;

import dev.inflight.net.event.Event;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.UnloadedPaths;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.loop.PortOrderLoop;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.PartSamplers;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.QueueSampler;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.record.SeriesSampler;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run: a fabric in virtual time, its flows, and what is recorded of them. Runs once. */
public final class Simulation {
  private static final long DRAIN_CHECK_PS = 1_000_000L;
  /** Behind the flows that start at the same time, and before all else. */
  private static final long BEHIND_STARTS = Long.MIN_VALUE + (1L << 32);

  private final Setup setup;
  private final FlowTable flows;
  private Recorder recorder;
  private final FabricBuilder assembly;
  private final Timeline loop;
  private final @Nullable DividedLoop divided;
  private final Fabric fabric;
  private final UnloadedPaths basePaths;
  private final QueueMonitor monitor;
  private final AllTraffic traffic;
  private final long[][] losses; // by part and reason
  private final QueueSampler sampler;
  private final @Nullable PartSamplers partSamplers;
  private long @Nullable [] sentWhenOverPs; // by port
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
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around) {
    this(setup, recorder, around, Division.whole(setup.topology));
  }

  /**
   * Builds the fabric in parts that run side by side, each in a thread of its own. The results are the same for any division.
   *
   * @param around what each cable is wrapped into; where there are several parts, it must know of no other than the port's own
   * @throws IllegalArgumentException as the others; and when there are several parts, and the setup has to be run {@linkplain Setup#whyWhole whole}
   */
  public Simulation(Setup setup, Recorder recorder, BiFunction<Port, Wire, Wire> around, Division division) {
    String whyWhole = setup.whyWhole();
    if (division.parts() > 1 && whyWhole != null) {
      throw new IllegalArgumentException("one thread only: " + whyWhole);
    }
    this.setup = setup;
    this.recorder = recorder;
    flows = setup.flows.sortedByStart();
    losses = new long[division.parts()][Observer.Loss.values().length];
    assembly = new FabricBuilder(setup, Watcher::new, around, division);
    loop = assembly.loop;
    divided = assembly.divided;
    fabric = assembly.fabric;
    basePaths = assembly.basePaths;
    traffic = new AllTraffic(setup, flows, assembly, TrafficWatcher::new);
    monitor = new QueueMonitor(fabric);
    sampler = new QueueSampler(setup, monitor, () -> this.recorder, loop);
    partSamplers = divided == null ? null : new PartSamplers(setup, monitor, () -> this.recorder, divided);
    if (divided != null) {
      divided.does(new PartWork());
    }
    series = new SeriesSampler(setup.series, fabric, () -> this.recorder, loop);
    long lastStartPs = flows.count() > 0 ? flows.startPs(flows.count() - 1) : 0;
    stallWatch = new StallWatch(setup, loop, assembly.longestWaitPs(), () -> fabric.counters().deliveredBytes, lastStartPs);
  }

  /** Changes who takes the results; before the run. */
  public void recordWith(Recorder newRecorder) {
    if (started) {
      throw new IllegalStateException("the run has begun");
    }
    recorder = newRecorder;
  }

  /** Runs to the end: all flows finished and all packets consumed, or the setup's end, or {@link #interrupt}. */
  public RunResult run() {
    advance(setup.untilPs);
    if (traffic.isOver() && !interrupted) {
      if (partSamplers != null) {
        partSamplers.skipToEnd();
      } else {
        sampler.skipToEnd();
      }
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
      long endPs = Math.min(untilPs, setup.untilPs);
      sampler.runUntil(endPs);
      loop.run(endPs - 1); // events at the very end do not run
    }
    if (interrupted && divided == null) {
      sampler.takeBackAfter(loop.nowPs());
    }
  }

  private void scheduleFirstEvents() {
    if (flows.count() == 0) {
      drained = true; // nothing will ever happen
      return;
    }
    traffic.schedule();
    for (LinkEvent change : setup.linkEvents) {
      loop.schedule(new LinkChange(change), change.atPs());
    }
    stallWatch.schedule(flows.startPs(0));
    long sampleFromPs = setup.sampleFromPs >= 0 ? setup.sampleFromPs : flows.startPs(0);
    if (sampleFromPs <= setup.sampleUntilPs) {
      if (partSamplers != null) {
        partSamplers.schedule(sampleFromPs);
      } else {
        loop.schedule(sampler, sampleFromPs);
      }
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
    return traffic.finished();
  }

  /** Flows that will run. */
  public int flows() {
    return flows.count();
  }

  /** Flows that have started, in order of the table; the others have not. */
  public int flowsStarted() {
    return traffic.started();
  }

  /** The flows in order of start: row n is flow n. */
  public FlowTable flowTable() {
    return flows;
  }

  /** Whether the run was ended because nothing was delivered any more. */
  public boolean hasStalled() {
    return stallWatch.hasStopped() && !traffic.isOver();
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
  public UnloadedPaths basePaths() {
    return basePaths;
  }

  /** Flows that have started and not finished. */
  public List<Sender> unfinished() {
    return traffic.unfinished();
  }

  /** Operations on queue pairs that have begun and are not done. */
  List<RdmaApplication.Unfinished> unfinishedOperations() {
    return traffic.unfinishedOperations();
  }

  /** Events that ran, and samples that were counted without one. */
  private long events() {
    return loop.fired() + (partSamplers == null ? sampler.countedAtOnce() : partSamplers.taken() - partSamplers.reports());
  }

  /** Events that ran. */
  long eventsFired() {
    return loop.fired();
  }

  /** Where the run ends: with the last flow, or as asked, or where it was interrupted or stood still. */
  private long endPs() {
    if (traffic.isOver()) {
      return traffic.lastEndPs();
    }
    return interrupted || stallWatch.hasStopped() ? loop.nowPs() : setup.untilPs;
  }

  private RunResult result() {
    long now = endPs();
    HostCounters hosts = fabric.counters();
    traffic.countSlotWaits(hosts, now);
    long first = flows.count() > 0 ? flows.startPs(0) : 0;
    return new RunResult(Math.max(0, now - first), now, packetHops(), events(), flows.count(),
        traffic.finished(), losses(), hosts, fabric.switches().stream().mapToLong(s -> s.pausesSent()).sum(),
        assembly.pausedPs(now), peakBufferBytes(), marks(),
        assembly.fingerprint(), traffic.belowLineShare(now), interrupted);
  }

  private long[] losses() {
    long[] sums = new long[Observer.Loss.values().length];
    for (long[] part : losses) {
      Arrays.setAll(sums, why -> sums[why] + part[why]);
    }
    return sums;
  }

  /**
   * How long a port was sending, in picoseconds: until the last flow ended, or the run when flows are left. What is sent later, such as
   * acknowledgements of duplicates, does not count.
   */
  public long sendingPs(Port port) {
    return sentWhenOverPs == null ? sendingPs(port, endPs()) : sentWhenOverPs[port.index()];
  }

  private static long sendingPs(Port port, long nowPs) {
    return Math.max(0, port.sendingPs() - Math.max(0, port.busyUntilPs() - nowPs)); // less what is left of a frame
  }

  private long[] sendingPs(long nowPs) {
    return IntStream.range(0, setup.topology.nodeCount()).mapToObj(fabric::ports).flatMap(List::stream)
        .mapToLong(port -> sendingPs(port, nowPs)).toArray();
  }

  /** Picoseconds between queue samples: those of the setup, or in scheduling order whole nanoseconds. */
  public long samplePeriodPs() {
    return sampler.periodPs();
  }

  private long peakBufferBytes() {
    return fabric.switches().stream().mapToLong(each -> each.peakHeldBytes()).max().orElse(0);
  }

  private long marks() {
    return monitor.ports().stream().mapToLong(port -> port.marks()).sum();
  }

  private final class LinkChange extends Event {
    private final LinkEvent change;

    LinkChange(LinkEvent change) {
      this.change = change;
      key = BEHIND_STARTS;
    }

    @Override
    public void fire() {
      fabric.setLink(change.a(), change.b(), change.up(), timePs);
      traffic.routesChanged();
    }
  }

  /** Ends the run once the last packets have been consumed. */
  private final class DrainCheck extends Event {
    DrainCheck() {
      key = Long.MAX_VALUE - 1;
    }

    @Override
    public void fire() {
      if (fabric.packetsInside() == 0) {
        drained = true;
        loop.stop();
      } else {
        loop.schedule(this, timePs + DRAIN_CHECK_PS);
      }
    }
  }

  /** Nothing is left to start, and nothing is under way. */
  private void over(long nowPs) {
    sentWhenOverPs = sendingPs(nowPs);
    if (setup.series.isOn()) {
      series.endsNow(nowPs);
    }
    loop.schedule(new DrainCheck(), nowPs + DRAIN_CHECK_PS);
  }

  /** Tells something that happens in a part now: at once, or when all parts have come as far. */
  private void tell(int part, Runnable told) {
    if (divided == null) {
      told.run();
    } else {
      divided.records(part).keep(told);
    }
  }

  private final class TrafficWatcher implements Traffic.Listener {
    private final int part;

    TrafficWatcher(int part) {
      this.part = part;
    }

    @Override
    public void started(Sender sender) {
      if (setup.series.isOn()) {
        tell(part, () -> series.started(sender));
      }
    }

    @Override
    public void finished(FlowResult result) {
      tell(part, () -> recorder.flowFinished(result));
    }

    @Override
    public void over(long nowPs) {
      if (divided == null) {
        Simulation.this.over(nowPs);
      } else if (divided.isEnding()) {
        divided.loop(part).endHere();
      }
    }
  }

  /** What parts that run side by side do. */
  private final class PartWork implements DividedLoop.Work {
    @Override
    public void run(int part, PortOrderLoop partLoop, long untilPs) {
      Objects.requireNonNull(partSamplers).part(part).run(untilPs);
    }

    @Override
    public long lastStartPs() {
      return flows.startPs(flows.count() - 1);
    }

    @Override
    public boolean isOver(int part) {
      return traffic.part(part).isOver();
    }

    @Override
    public long lastEndPs(int part) {
      return traffic.part(part).lastEndPs();
    }

    @Override
    public void over(long nowPs) {
      Simulation.this.over(nowPs);
    }
  }

  private final class Watcher implements Observer {
    private final int part;

    Watcher(int part) {
      this.part = part;
    }

    @Override
    public void flowFinished(Sender sender, long nowPs) {
      traffic.part(part).flowFinished(sender, nowPs);
    }

    @Override
    public void pauseChanged(Port port, int group, boolean paused, long nowPs) {
      tell(part, () -> recorder.pauseChanged(port, group, paused, nowPs));
    }

    @Override
    public void packetLost(Port port, Packet packet, Loss why, long nowPs) {
      losses[part][why.ordinal()]++;
    }
  }
}
