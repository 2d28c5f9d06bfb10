package dev.inflight.sim;

import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Signal;
import dev.inflight.net.BasePaths;
import dev.inflight.net.Clock;
import dev.inflight.net.EcmpHash;
import dev.inflight.net.EgressPort;
import dev.inflight.net.Event;
import dev.inflight.net.Fabric;
import dev.inflight.net.Flow;
import dev.inflight.net.Framing;
import dev.inflight.net.HostRules;
import dev.inflight.net.LossModel;
import dev.inflight.net.MurmurEcmp;
import dev.inflight.net.Observer;
import dev.inflight.net.Packet;
import dev.inflight.net.SeededEcmp;
import dev.inflight.net.Sender;
import dev.inflight.net.SwitchRules;
import dev.inflight.net.Topology;
import dev.inflight.net.Wire;
import dev.inflight.telemetry.AuthorsFormat;
import dev.inflight.telemetry.NativeFormat;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run: a fabric in virtual time, its flows, and what is recorded of them. Runs once. */
public final class Simulation {
  /** Switches that a detour after a failure may add to the longest path. */
  private static final int DETOUR_HOPS = 4;
  private static final long LEAST_PATIENCE_PS = 1_000_000_000_000L;
  private static final long DRAIN_CHECK_PS = 1_000_000L;
  private static final long QUEUE_REPORT_PS = 100_000_000_000L;
  private static final int FIRST_SOURCE_PORT = 10_000;

  private final Setup setup;
  private final FlowTable flows;
  private final Recorder recorder;
  private final VirtualLoop loop;
  private final Fabric fabric;
  private final BasePaths basePaths;
  private final QueueMonitor monitor;
  private final List<Cable> cables = new ArrayList<>();
  private final Map<Long, Integer> sourcePorts = new HashMap<>();
  private final Map<Flow, Sender> active = new HashMap<>();
  private int flowsStarted;
  private int flowsFinished;
  private long fctSumPs;
  private long belowLinePs;
  private final long[] losses = new long[Observer.Loss.values().length];
  private final Sampler sampler = new Sampler();
  private boolean started;
  private boolean stalled;
  private volatile boolean interrupted;

  /**
   * Builds the fabric.
   *
   * @throws IllegalArgumentException when the setup cannot be run: a signal that the scheme needs is missing, or the telemetry cannot
   *     express a link's rate
   */
  public Simulation(Setup setup, Recorder recorder) {
    this.setup = setup;
    this.recorder = recorder;
    flows = setup.flows.sortedByStart();
    if (setup.scheme.signals().contains(Signal.ECN) && setup.ecn.isEmpty()) {
      throw new IllegalArgumentException("scheme " + setup.scheme.name() + " needs ECN marks, and no thresholds are given");
    }
    boolean authors = setup.framing == Framing.REFERENCE;
    if (setup.ties == Setup.Ties.SCHEDULING && setup.clock != Clock.AUTHORS) {
      throw new IllegalArgumentException("ties in scheduling order need the authors' clock of whole nanoseconds");
    }
    loop = new VirtualLoop(setup.ties);
    TelemetryFormat format = format();
    basePaths = new BasePaths(setup.topology, setup.framing, setup.payloadBytes, format);
    var hostRules = new HostRules(setup.framing, setup.clock, setup.payloadBytes, format, format == null ? 0 : telemetryHops(format),
        setup.acksIgnorePause, setup.ackEveryPackets, setup.ackDelayPs, setup.retransmitTimeoutPs, setup.paced, authors);
    var switchRules = new SwitchRules(setup.framing, setup.bufferBytes, setup.pfc, setup.ecn, format, setup.seed);
    EcmpHash hash = authors ? new MurmurEcmp() : new SeededEcmp(setup.seed);
    fabric = new Fabric(setup.topology, hostRules, switchRules, hash, loop, this::cable, new Watcher());
    addLoss(authors);
    monitor = new QueueMonitor(fabric);
  }

  /** Room for the longest path, and for detours; a path that no header can hold would be steered blindly, and is refused. */
  private int telemetryHops(TelemetryFormat format) {
    int longest = basePaths.longestPathSwitches();
    if (longest > format.maxHops()) {
      throw new IllegalArgumentException("scheme " + setup.scheme.name() + " needs telemetry of the whole path: the longest one crosses "
          + longest + " switches, and the " + format.name() + " format holds " + format.maxHops());
    }
    return Math.min(format.maxHops(), longest + DETOUR_HOPS);
  }

  private @Nullable TelemetryFormat format() {
    if (!setup.scheme.signals().contains(Signal.HOPS)) {
      return null;
    }
    return setup.framing == Framing.REFERENCE ? new AuthorsFormat(setup.telemetryMultiplier) : new NativeFormat();
  }

  private Wire cable(EgressPort from, EgressPort to) {
    var cable = new Cable(loop, from, to);
    cables.add(cable);
    return cable;
  }

  private void addLoss(boolean authors) {
    LossModel common = authors && setup.lossRate > 0 ? new AuthorsLoss(setup.lossRate) : null;
    List<Topology.Link> links = setup.topology.links();
    for (int number = 0; number < links.size(); number++) {
      double own = links.get(number).lossRate();
      double rate = own > 0 ? own : setup.lossRate;
      if (rate == 0) {
        continue;
      }
      if (authors) {
        LossModel model = own > 0 || common == null ? new AuthorsLoss(rate) : common;
        fabric.setLoss(number, model, model);
      } else {
        List<EgressPort> ends = fabric.portsOfLink(number);
        fabric.setLoss(number, new RandomLoss(rate, setup.seed, ends.get(0).index()),
            new RandomLoss(rate, setup.seed, ends.get(1).index()));
      }
    }
  }

  /** Runs to the end: all flows finished and all packets consumed, or the setup's end, or {@link #interrupt}. */
  public RunResult run() {
    advance(setup.untilPs);
    boolean ended = flowsFinished == flows.count() && !interrupted;
    if (ended) {
      sampler.skipToEnd();
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
    if (!interrupted) {
      loop.run(Math.min(untilPs, setup.untilPs) - 1); // events at the very end do not run
    }
  }

  private void scheduleFirstEvents() {
    if (flows.count() > 0) {
      loop.schedule(new FlowStarter(), flows.startPs(0));
    }
    for (LinkEvent change : setup.linkEvents) {
      loop.schedule(new LinkChange(change), change.atPs());
    }
    new StallWatch().schedule(flows.count() > 0 ? flows.startPs(0) : 0);
    long sampleFromPs = setup.sampleFromPs >= 0 ? setup.sampleFromPs : flows.count() > 0 ? flows.startPs(0) : 0;
    if (sampleFromPs <= setup.sampleUntilPs) {
      loop.schedule(sampler, sampleFromPs);
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
    long sum = 0;
    for (int node = 0; node < setup.topology.nodeCount(); node++) {
      for (EgressPort port : fabric.ports(node)) {
        sum += port.sentFrames();
      }
    }
    return sum;
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
    return stalled;
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

  private RunResult result() {
    long fingerprint = 0;
    for (Cable cable : cables) {
      fingerprint += cable.fingerprint();
    }
    long now = loop.nowPs();
    for (Sender sender : active.values()) {
      fctSumPs += now - sender.startedPs();
      belowLinePs += sender.belowLinePs(now);
    }
    long first = flows.count() > 0 ? flows.startPs(0) : 0;
    return new RunResult(Math.max(0, now - first), now, packetHops(), loop.fired(), flows.count(), flowsFinished, losses.clone(),
        fabric.counters(), fabric.switches().stream().mapToLong(s -> s.pausesSent()).sum(), pausedPs(now), marks(), fingerprint,
        fctSumPs == 0 ? 0 : (double) belowLinePs / fctSumPs, interrupted);
  }

  private long pausedPs(long nowPs) {
    long total = 0;
    for (int node = 0; node < setup.topology.nodeCount(); node++) {
      for (EgressPort port : fabric.ports(node)) {
        total += port.pausedPs(nowPs);
      }
    }
    return total;
  }

  private long marks() {
    return monitor.ports().stream().mapToLong(port -> port.marks()).sum();
  }

  private void start(int row, long nowPs) {
    int source = flows.source(row);
    int destination = flows.destination(row);
    int sourcePort = FIRST_SOURCE_PORT + sourcePorts.merge((long) source << 32 | destination, 1, Integer::sum) - 1;
    var flow = new Flow(row, source, destination, sourcePort, flows.destinationPort(row), flows.group(row), flows.sizeBytes(row),
        flows.startPs(row));
    long nicRate = fabric.nicRateBitsPerSec(flow);
    Sender sender = fabric.start(flow, setup.scheme.start(pathFacts(source, destination, nicRate)), setup.scheme.pacing(),
        nicRate, nowPs);
    flowsStarted++;
    if (!sender.isFinished()) {
      active.put(flow, sender);
    }
  }

  private PathFacts pathFacts(int source, int destination, long nicRate) {
    boolean reaches = basePaths.reaches(source, destination);
    long rtt = setup.globalBaseRtt || !reaches ? basePaths.largestRttPs() : basePaths.rttPs(source, destination);
    if (setup.framing == Framing.REFERENCE) {
      long bdp = setup.globalBaseRtt ? basePaths.largestBdpBytes() : basePaths.bdpBytes(source, destination);
      return new PathFacts(nicRate, rtt, Math.max(1, bdp), setup.payloadBytes);
    }
    return PathFacts.of(nicRate, rtt, setup.payloadBytes);
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

  /** Samples queues at equal times. */
  private final class Sampler extends Event {
    private long nextPs = -1;
    private boolean reported;

    Sampler() {
      key = Long.MAX_VALUE;
    }

    @Override
    public void fire() {
      monitor.sample();
      report(timePs);
      nextPs = timePs < setup.sampleUntilPs ? timePs + setup.samplePeriodPs : -1;
      if (nextPs >= 0) {
        loop.schedule(this, nextPs);
      }
    }

    private void report(long nowPs) {
      if (!reported || nowPs % QUEUE_REPORT_PS == 0) {
        reported = true;
        recorder.queues(nowPs, monitor);
      }
    }

    /** The samples that remain after everything has come to rest. */
    void skipToEnd() {
      if (nextPs < 0 || setup.sampleUntilPs == Long.MAX_VALUE) {
        return;
      }
      long lastPs = Math.min(setup.sampleUntilPs + setup.samplePeriodPs - 1, setup.untilPs - 1);
      while (nextPs <= lastPs) {
        long reportPs = Math.ceilDiv(nextPs, QUEUE_REPORT_PS) * QUEUE_REPORT_PS;
        boolean reports = reportPs <= lastPs && (reportPs - nextPs) % setup.samplePeriodPs == 0;
        long toPs = reports ? reportPs : lastPs;
        long number = (toPs - nextPs) / setup.samplePeriodPs + 1;
        monitor.addIdle(number);
        nextPs += number * setup.samplePeriodPs;
        if (reports) {
          recorder.queues(reportPs, monitor);
        }
      }
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
        loop.stop();
      } else {
        loop.schedule(this, timePs + DRAIN_CHECK_PS);
      }
    }
  }

  /**
   * Ends the run when no byte was delivered for so long that every sender has tried again several times, and no flow start or link
   * event lies ahead.
   */
  private final class StallWatch extends Event {
    private final long patiencePs = Math.max(LEAST_PATIENCE_PS, setup.retransmitTimeoutPs << 8);
    private final long lastChangePs = setup.linkEvents.stream().mapToLong(LinkEvent::atPs).max().orElse(0);
    private long delivered = -1;

    StallWatch() {
      key = Long.MAX_VALUE - 2;
    }

    void schedule(long nowPs) {
      loop.schedule(this, nowPs + patiencePs);
    }

    @Override
    public void fire() {
      long deliveredNow = fabric.counters().deliveredBytes;
      if (deliveredNow == delivered && flowsStarted == flows.count() && lastChangePs < timePs - patiencePs) {
        stalled = flowsFinished < flows.count();
        loop.stop();
      } else {
        delivered = deliveredNow;
        schedule(timePs);
      }
    }
  }

  private final class Watcher implements Observer {
    @Override
    public void flowFinished(Sender sender, long nowPs) {
      Flow flow = sender.flow();
      active.remove(flow);
      flowsFinished++;
      long fctPs = nowPs - flow.startPs();
      fctSumPs += fctPs;
      belowLinePs += sender.belowLinePs(nowPs);
      recorder
          .flowFinished(new FlowResult(flow.id(), flow.source(), flow.destination(), flow.sourcePort(), flow.destinationPort(),
              flow.group(), flow.sizeBytes(), flow.startPs(), fctPs,
              basePaths.standalonePs(flow.source(), flow.destination(), flow.sizeBytes()), sender.retransmittedBytes()));
      if (flowsFinished == flows.count()) {
        loop.schedule(new DrainCheck(), nowPs + DRAIN_CHECK_PS);
      }
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
