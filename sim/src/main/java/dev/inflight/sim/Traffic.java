package dev.inflight.sim;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.sim.fast.FastForward;
import dev.inflight.sim.job.JobPart;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.job.Repeats;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.rdma.HostMemory;
import dev.inflight.sim.rdma.MessageConnections;
import dev.inflight.sim.rdma.RdmaApplication;
import dev.inflight.sim.rdma.UnfinishedOperation;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.symmetry.run.FlowReports;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Flows and operations that start in one part of a run: starts each at its time, and keeps their states. */
final class Traffic {
  private final Setup setup;
  private final FlowTable flows;
  private final FabricBuilder assembly;
  private final EventLoop loop;
  /** Time of the scenario, in which starts of flows are due. */
  private final ScenarioTime time;
  private final int @Nullable [] rows;
  private final int count;
  private final AllTraffic.Listener listener;
  private final FlowReports reports;
  private final RdmaApplication operations;
  private final MessageConnections connections;
  private final JobPart jobs;
  private final int messages; // rows that start when operations of jobs do
  private final IdealTimes ideals;
  private final SourcePorts sourcePorts = new SourcePorts();
  private final Map<Flow, Sender> active = new HashMap<>();
  private int started;
  private int finished;
  private int failed;
  private boolean overReported;
  private long lastEndPs;
  private long activePs;
  private long belowLinePs;
  private @Nullable FastForward fast;
  private @Nullable Repeats repeats;

  /**
   * Makes traffic that has not started.
   *
   * @param flows all of the run, in order of their starts
   * @param part part of the fabric that has their sources
   * @param rows rows of those that start there at a given time; null: all
   * @param memory memory with the bytes that operations move
   * @param jobs jobs of the whole run, of which this makes a part
   */
  Traffic(Setup setup, FlowTable flows, FabricBuilder assembly, int part, int @Nullable [] rows, HostMemory memory, Jobs jobs,
      @Nullable Symmetry symmetry, AllTraffic.Listener listener) {
    this.setup = setup;
    this.flows = symmetry == null ? flows : flows.to(symmetry::representative);
    reports = new FlowReports(flows, symmetry, listener::finished);
    this.assembly = assembly;
    this.listener = listener;
    loop = assembly.loopOfPart(part);
    time = assembly.time(part);
    this.rows = rows;
    count = rows == null ? flows.count() : rows.length;
    this.jobs = jobs.part(loop, time, host -> assembly.partOf(host) == part && (symmetry == null || symmetry.isSimulated(host)),
        new MessageStarter());
    messages = this.jobs.messagesLeft();
    var results = new OperationWatcher(this, this.flows, listener);
    operations = new RdmaApplication(this.flows, assembly, notStarted(), memory, sourcePorts::next, results);
    connections = new MessageConnections(this.flows, assembly, memory, sourcePorts::next, results);
    for (int host : memory.hosts()) {
      if (assembly.partOf(host) == part) {
        assembly.fabric.connections(host)
            .acceptor(asked -> asked.isPrepared() ? connections.accept(asked) : operations.accept(asked));
      }
    }
    ideals = new IdealTimes(setup, this.flows, assembly);
  }

  /** Lets a fast run skip steady flows, and periods of jobs. */
  void fast(FastForward by, Repeats ofJobs) {
    fast = by;
    repeats = ofJobs;
  }

  /** Reports a skipped message of a job. */
  void omitted(int row, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    finished++;
    Objects.requireNonNull(fast).delivered(flows.sizeBytes(row));
    reports.finished(row, sourcePort, startPs, fctPs, idealFctPs, retransmittedBytes);
  }

  private int row(int number) {
    return rows == null ? number : rows[number];
  }

  /** Schedules the first start, if there is any. */
  void schedule() {
    if (count > 0) {
      new Starter().scheduleNext();
    }
    jobs.schedule();
  }

  private void startNext(long nowPs) {
    int row = row(started++);
    if (flows.kind(row) == FlowTable.Kind.FLOW) {
      startFlow(row, flows.startPs(row), nowPs);
    } else {
      ideals.started(row, operations.start(row, nowPs));
    }
  }

  private void startFlow(int row, long startPs, long nowPs) {
    int source = flows.source(row);
    int destination = flows.destination(row);
    int flowClass = flows.flowClass(row);
    int sourcePort = sourcePorts.next(source, destination);
    Flow flow = fast != null && flows.message(row) < 0
        ? fast.flow(row, source, destination, sourcePort, flows.destinationPort(row), flows.priority(row), flows.sizeBytes(row),
            startPs, flowClass)
        : new Flow(row, source, destination, sourcePort, flows.destinationPort(row), flows.priority(row), flows.sizeBytes(row),
            startPs, flowClass);
    ideals.started(row, flow);
    PathFacts path = assembly.pathFacts(flowClass, source, destination, assembly.fabric.nicRateBitsPerSec(flow));
    assembly.others.started(flow);
    Sender sender = assembly.fabric.start(flow, assembly.start(flow, path), assembly.scheme(flowClass).pacing(), path, nowPs);
    listener.started(sender.flow().id(), sender, 0);
    if (!sender.isFinished()) {
      active.put(flow, sender);
      if (fast != null) {
        fast.started(sender);
      }
    }
  }

  /** The routes have changed. */
  void routesChanged() {
    ideals.routesChanged();
    if (fast != null) {
      fast.routesChanged();
    }
  }

  /** Called when the last byte of a flow has been acknowledged. */
  void flowFinished(Sender sender, long nowPs) {
    Flow flow = sender.flow();
    active.remove(flow);
    if (fast != null) {
      fast.ended(flow);
    }
    assembly.others.finished(flow);
    activePs += sender.stats().activePs(nowPs);
    belowLinePs += sender.stats().belowLinePs(nowPs);
    finished(flow.id(), flow, flow.startPs(), sender.stats().retransmittedBytes(), nowPs);
  }

  /** Called when all bytes of a flow have arrived here, in the part of its destination. */
  void flowArrived(Flow flow, long nowPs) {
    if (flow.beginsWithPacket()) { // a connection reports its messages one by one
      messageArrived(flows.message(flow.id()), nowPs);
    }
  }

  /** Called when a message of a job has arrived; below 0: other data. */
  void messageArrived(int message, long nowPs) {
    if (message >= 0) {
      jobs.arrived(reports.arrivesAs(message), nowPs);
    }
  }

  /** Called when a flow or operation has finished. */
  void finished(int row, Flow over, long startPs, long retransmittedBytes, long loopPs) {
    finished++;
    int message = flows.message(row);
    long began = message < 0 ? startPs : time.ofLoop(startPs);
    long fctPs = time.ofLoop(loopPs) - began;
    long idealFctPs = ideals.idealFctPs(row, fctPs);
    int of = row;
    if (message >= 0 && repeats != null && fast != null) {
      of = repeats.ended(message, row, began, fctPs, idealFctPs, retransmittedBytes, over.sourcePort());
      fast.delivered(flows.sizeBytes(of) - flows.sizeBytes(row)); // parts of a buffer differ by a byte
    }
    reports.finished(of, over.sourcePort(), began, fctPs, idealFctPs, retransmittedBytes);
    ideals.ended(row);
    if (message >= 0) {
      jobs.sent(message, loopPs);
    }
    ended(loopPs);
  }

  /** Called when an operation has failed. */
  void failed(int row, long nowPs) {
    failed++;
    ideals.ended(row);
    ended(nowPs);
  }

  private void ended(long loopPs) {
    long nowPs = time.ofLoop(loopPs);
    lastEndPs = nowPs;
    if (!overReported && isOver()) {
      overReported = true;
      listener.over(nowPs);
    }
  }

  /** True if each flow has finished or failed, and each operation of a job has ended. */
  boolean isOver() {
    return finished + failed == count + messages && jobs.isOver();
  }

  /** Time at which the last flow so far has finished or failed, in picoseconds. */
  long lastEndPs() {
    return lastEndPs;
  }

  /** Number of flows that have started. */
  int started() {
    return started + messages - jobs.messagesLeft();
  }

  /** Rows of flows with a start time that have not started, in order; without messages of jobs. */
  IntStream notStarted() {
    return IntStream.range(started, count).map(this::row);
  }

  /** Number of flows that have finished. */
  int finished() {
    return finished;
  }

  /** Senders of flows that have started but not finished, in order of number. */
  List<Sender> unfinished() {
    return active.values().stream().sorted(Comparator.comparingInt(sender -> sender.flow().id())).toList();
  }

  /** True if operations on queue pairs are in progress, besides messages of jobs. */
  boolean hasOperations() {
    return !operations.unfinished().isEmpty();
  }

  /** Operations on queue pairs that have started and are not done. */
  List<UnfinishedOperation> unfinishedOperations() {
    return Stream.concat(operations.unfinished().stream(), connections.unfinished().stream()).toList();
  }

  /** Connection of a message; null while it is not used, and in a run without connections. */
  @Nullable
  Flow connectionOf(int row) {
    int message = flows.message(row);
    return message < 0 ? null : connections.of(row, jobs.jobOf(message), jobs.channelOf(message));
  }

  /** Sum, over flows and streams, of the time with data to send or unacknowledged, in picoseconds. */
  long activePs(long nowPs) {
    return activePs + others().stream().mapToLong(sender -> sender.stats().activePs(time.toLoop(nowPs))).sum();
  }

  /** Part of that time in which the scheme held them below line rate. */
  long belowLinePs(long nowPs) {
    return belowLinePs + others().stream().mapToLong(sender -> sender.stats().belowLinePs(time.toLoop(nowPs))).sum();
  }

  /** Counts the unfinished waits for a slot in a NIC. */
  void countSlotWaits(HostCounters into, long nowPs) {
    for (Sender sender : others()) {
      into.longestSlotWaitPs = Math.max(into.longestSlotWaitPs, sender.slot().waitedPs(time.toLoop(nowPs)));
    }
  }

  /** Unfinished flows, and all streams. */
  private List<Sender> others() {
    return Stream.of(active.values(), operations.senders(), connections.senders()).flatMap(Collection::stream).toList();
  }

  /** Starts flows when their time comes: before all that is due at their instant, in order of their numbers. */
  private final class Starter extends Event {
    /** In the authors' simulator a start goes behind everything due at its instant, twice. */
    private final int requeues = setup.ties() == TieOrder.SCHEDULING ? 2 : 0;
    private int requeued;

    void scheduleNext() {
      int row = row(started);
      key = Long.MIN_VALUE + 1 + row;
      time.starts().schedule(this, flows.startPs(row));
    }

    @Override
    public void fire() {
      if (requeued < requeues) {
        requeued++;
        time.starts().schedule(this, timePs);
        return;
      }
      requeued = 0;
      long nowPs = time.toLoop(timePs);
      do {
        startNext(nowPs);
      } while (requeues > 0 && started < count && flows.startPs(row(started)) <= timePs);
      if (started < count) {
        scheduleNext();
      }
    }
  }

  private final class MessageStarter implements Jobs.Listener {
    @Override
    public void start(int row, int job, int channel, long nowPs) {
      if (assembly.setupOf(flows.flowClass(row)).jobsHaveConnections() && MessageConnections.takes(flows.sizeBytes(row))) {
        Sender sender = connections.post(row, job, channel, nowPs);
        if (sender != null) {
          ideals.started(row, sender.flow());
          listener.started(row, sender, sender.flow().sizeBytes() - flows.sizeBytes(row));
        }
      } else {
        startFlow(row, nowPs, nowPs);
      }
    }

    @Override
    public void ended(long nowPs) {
      Traffic.this.ended(nowPs);
    }

    @Override
    public void jobEnded(int job, long nowPs) {
      listener.jobEnded(job, nowPs);
    }
  }
}
