package dev.inflight.sim;

import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.fabric.IdealFct;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.sim.job.JobPart;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The flows and operations that begin in one part of a run: starts each when its time comes, and knows what has become of them. */
final class Traffic {
  /** Is told of beginnings and ends. */
  interface Listener {
    /** Something has started to send. */
    void started(Sender sender);

    /** A flow or operation has finished. */
    void finished(FlowResult result);

    /** All operations of this part have ended of a job that others follow; by the job's place among all. */
    void jobEnded(int job, long nowPs);

    /** Nothing is left to start in this part, and nothing is under way; called once. */
    void over(long nowPs);
  }

  private final Setup setup;
  private final FlowTable flows;
  private final FabricBuilder assembly;
  private final EventLoop loop;
  private final int @Nullable [] rows;
  private final int count;
  private final Listener listener;
  private final RdmaApplication operations;
  private final JobPart jobs;
  /** Rows that are messages, whose times to start are not in the table. */
  private final int messages;
  private final IdealFct ideal;
  /** How long each flow that is under way would take alone, by row; 0 where no route led to its destination. */
  private final Map<Integer, Long> alonePs = new HashMap<>();
  /** Flows and operations that have started and not ended, by row; empty where routes never change. */
  private final Map<Integer, Flow> underWay = new TreeMap<>();
  private final boolean changing;
  /** Rows of flows that have seen routes change. */
  private final BitSet rerouted = new BitSet();
  private final SourcePorts sourcePorts = new SourcePorts();
  private final Map<Flow, Sender> active = new HashMap<>();
  private int started;
  private int finished;
  private int failed;
  private boolean overTold;
  private long lastEndPs;
  private long activePs;
  private long belowLinePs;

  /**
   * Flows that have not started.
   *
   * @param flows all of the run, in order of their starts
   * @param part of the fabric, which their sources are in
   * @param rows those of them that start there at a time of their own; null: all
   * @param memory what operations move the bytes of
   * @param jobs those of the whole run, of which a part is made here
   */
  Traffic(Setup setup, FlowTable flows, FabricBuilder assembly, int part, int @Nullable [] rows, HostMemory memory, Jobs jobs,
      Listener listener) {
    this.setup = setup;
    this.flows = flows;
    this.assembly = assembly;
    this.listener = listener;
    loop = assembly.loopOfPart(part);
    this.rows = rows;
    count = rows == null ? flows.count() : rows.length;
    this.jobs = jobs.part(loop, host -> assembly.partOf(host) == part, new MessageStarter());
    messages = this.jobs.messagesLeft();
    operations = new RdmaApplication(flows, assembly, part, notStarted(), memory, sourcePorts::next, new OperationWatcher());
    ideal = new IdealFct(assembly.fabric, setup.framing(), setup.payloadBytes(), setup.packetsPerAck() == 1, setup.paths());
    changing = !setup.linkEvents().isEmpty();
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
      noteAlone(row, operations.start(row, nowPs));
    }
  }

  private void startFlow(int row, long startPs, long nowPs) {
    int source = flows.source(row);
    int destination = flows.destination(row);
    int flowClass = flows.flowClass(row);
    var flow = new Flow(row, source, destination, sourcePorts.next(source, destination), flows.destinationPort(row),
        flows.priority(row), flows.sizeBytes(row), startPs, flowClass);
    noteAlone(row, flow);
    long nicRate = assembly.fabric.nicRateBitsPerSec(flow);
    PathFacts path = assembly.pathFacts(flowClass, source, destination, nicRate);
    Scheme scheme = assembly.scheme(flowClass);
    assembly.others.started(flow);
    Sender sender = assembly.fabric.start(flow, scheme.start(path), scheme.pacing(), path, nowPs);
    listener.started(sender);
    if (!sender.isFinished()) {
      active.put(flow, sender);
    }
  }

  private void noteAlone(int row, Flow over) {
    alonePs.put(row, alonePs(row, over));
    if (changing) {
      underWay.put(row, over);
    }
  }

  /** The routes have changed: the ideal of a flow is the least over all routes that there were while it lasted. */
  void routesChanged() {
    underWay.forEach((row, over) -> {
      long nowPs = alonePs(row, over);
      if (nowPs > 0) {
        alonePs.merge(row, nowPs, (beforePs, newPs) -> beforePs == 0 ? newPs : Math.min(beforePs, newPs));
      }
      rerouted.set(row);
    });
  }

  /**
   * The ideal of a flow is no longer than what it has taken itself. Two kinds of flows can be faster than what is computed: packets on an old path and
   * on a new one may be under way together, and an unreliable flow does not wait for what was lost.
   */
  private long idealPs(int row, long fctPs) {
    boolean boundByItself = rerouted.get(row) || !setup.recovery().isReliable();
    Long ofRow = alonePs.remove(row);
    long alone = ofRow == null ? 0 : ofRow;
    return boundByItself && !setup.profile().estimatesAloneTime() ? Math.min(alone, fctPs) : alone;
  }

  /** A flow's last byte was acknowledged. */
  void flowFinished(Sender sender, long nowPs) {
    Flow flow = sender.flow();
    active.remove(flow);
    assembly.others.finished(flow);
    activePs += sender.stats().activePs(nowPs);
    belowLinePs += sender.stats().belowLinePs(nowPs);
    finished(flow.id(), flow, flow.startPs(), sender.stats().retransmittedBytes(), nowPs);
  }

  /** All bytes of a flow have arrived here, in the part of its destination. */
  void flowArrived(Flow flow, long nowPs) {
    int message = flows.message(flow.id());
    if (message >= 0) {
      jobs.arrived(message, nowPs);
    }
  }

  /** How long a flow or operation would take that has the paths that it may use now to itself. */
  private long alonePs(int row, Flow over) {
    FlowTable.Kind kind = flows.kind(row);
    long sizeBytes = flows.sizeBytes(row);
    if (setup.profile().estimatesAloneTime()) {
      return assembly.basePaths.idealFctPs(over.source(), over.destination(), sizeBytes);
    }
    return kind == FlowTable.Kind.READ ? ideal.readPs(over, sizeBytes) : ideal.writePs(over, sizeBytes);
  }

  private void finished(int row, Flow over, long startPs, long retransmittedBytes, long nowPs) {
    finished++;
    FlowTable.Kind kind = flows.kind(row);
    int source = flows.source(row);
    int destination = flows.destination(row);
    long sizeBytes = flows.sizeBytes(row);
    long fctPs = nowPs - startPs;
    listener.finished(
        new FlowResult(row, kind, source, destination, over.sourcePort(), flows.destinationPort(row), flows.priority(row),
            sizeBytes, startPs, fctPs, idealPs(row, fctPs), retransmittedBytes));
    underWay.remove(row);
    if (flows.message(row) >= 0) {
      jobs.sent(flows.message(row), nowPs);
    }
    ended(nowPs);
  }

  private void ended(long nowPs) {
    lastEndPs = nowPs;
    if (!overTold && isOver()) {
      overTold = true;
      listener.over(nowPs);
    }
  }

  /** Whether each flow has finished or failed, and each operation of a job has ended. */
  boolean isOver() {
    return finished + failed == count + messages && jobs.isOver();
  }

  /** When the last flow so far has finished or failed, in picoseconds. */
  long lastEndPs() {
    return lastEndPs;
  }

  /** Flows that have started. */
  int started() {
    return started + messages - jobs.messagesLeft();
  }

  /** Rows of flows that start at a time and have not started, in order; messages of jobs are not among them. */
  IntStream notStarted() {
    return IntStream.range(started, count).map(this::row);
  }

  /** Flows that have finished. */
  int finished() {
    return finished;
  }

  /** Flows that have started and not finished, in order of number. */
  List<Sender> unfinished() {
    var senders = new ArrayList<>(active.values());
    senders.sort(Comparator.comparingInt(sender -> sender.flow().id()));
    return senders;
  }

  /** Operations on queue pairs that have started and are not done. */
  List<RdmaApplication.Unfinished> unfinishedOperations() {
    return operations.unfinished();
  }

  /** Time in which flows and streams had something to send or to hear of, added up. */
  long activePs(long nowPs) {
    return activePs + others().stream().mapToLong(sender -> sender.stats().activePs(nowPs)).sum();
  }

  /** The part of it in which the scheme held them below line rate. */
  long belowLinePs(long nowPs) {
    return belowLinePs + others().stream().mapToLong(sender -> sender.stats().belowLinePs(nowPs)).sum();
  }

  /** Counts the waits for a slot in a NIC that have not ended. */
  void countSlotWaits(HostCounters into, long nowPs) {
    for (Sender sender : others()) {
      into.longestSlotWaitPs = Math.max(into.longestSlotWaitPs, sender.slot().waitedPs(nowPs));
    }
  }

  /** Unfinished flows, and all streams. */
  private List<Sender> others() {
    var senders = new ArrayList<>(active.values());
    senders.addAll(operations.senders());
    return senders;
  }

  /** Starts flows when their time comes: before all that is due at their instant, in order of their numbers. */
  private final class Starter extends Event {
    /** In the authors' simulator a start goes behind everything due at its instant, twice. */
    private final int requeues = setup.ties() == TieOrder.SCHEDULING ? 2 : 0;
    private int requeued;

    void scheduleNext() {
      int row = row(started);
      key = Long.MIN_VALUE + 1 + row;
      loop.schedule(this, flows.startPs(row));
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
      do {
        startNext(nowPs);
      } while (requeues > 0 && started < count && flows.startPs(row(started)) <= nowPs);
      if (started < count) {
        scheduleNext();
      }
    }
  }

  private final class MessageStarter implements JobPart.Listener {
    @Override
    public void start(int row, long nowPs) {
      startFlow(row, nowPs, nowPs);
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

  private final class OperationWatcher implements RdmaApplication.Results {
    @Override
    public void streamStarted(Sender sender) {
      listener.started(sender);
    }

    @Override
    public void finished(int row, Flow stream, long retransmittedBytes, long nowPs) {
      Traffic.this.finished(row, stream, flows.startPs(row), retransmittedBytes, nowPs);
    }

    @Override
    public void failed(int row, long nowPs) {
      failed++;
      alonePs.remove(row);
      underWay.remove(row);
      ended(nowPs);
    }
  }
}
