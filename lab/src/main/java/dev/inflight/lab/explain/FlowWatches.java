package dev.inflight.lab.explain;

import dev.inflight.lab.explain.control.WatchedScheme;
import dev.inflight.lab.explain.pause.PauseRoots;
import dev.inflight.lab.explain.route.Outages;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.report.StallText;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.route.Routes;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.job.state.JobObserver;
import dev.inflight.sim.rdma.MessageConnections;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Simulation in which some flows are watched, each from shortly before its start to its end. A watch receives the events of only
 * the ports that its flow can use, so that many flows in sequence cost about as much as one.
 */
public final class FlowWatches implements Recorder, JobObserver {
  /** Time, in picoseconds, before the start of a flow from which the load of ports is watched; for messages of jobs see below. */
  private static final long BEFORE_FLOWS_PS = 200_000_000;
  private static final long BEFORE_MESSAGES_PS = 50_000_000;

  /**
   * Flow to be watched.
   *
   * @param startPs start time of the flow, in picoseconds
   * @param watchedSincePs time from which ports are watched, in picoseconds
   * @param untilArrival true if the flow's time ends when its last byte arrives; otherwise it ends with the last acknowledgement
   */
  public record Wanted(int flow, long startPs, long watchedSincePs, boolean untilArrival) {
    /** Returns a watch for a single flow. */
    static Wanted of(int flow, long startPs) {
      return new Wanted(flow, startPs, Math.max(0, startPs - BEFORE_FLOWS_PS), false);
    }

    /** Returns a watch for one of many messages of a job. */
    public static Wanted ofJob(int flow, long startPs, boolean untilArrival) {
      return new Wanted(flow, startPs, Math.max(0, startPs - BEFORE_MESSAGES_PS), untilArrival);
    }
  }

  private final Setup setup;
  private final FlowTable flows;
  private final FlowNames names;
  private final Outages outages;
  private final @Nullable FlowTrace trace;
  private final Consumer<Explanation> done;
  /** Flows to watch, by start time; those before {@link #next} are active or done. */
  private final List<Wanted> wanted;
  private int next;
  private int left;
  /** Active watches, by flow. */
  private final Map<Integer, FlowWatch> watches = new HashMap<>();
  /** Watches of flows that can use a port, by port. */
  private final List<List<FlowWatch>> watchesOfPorts = new ArrayList<>();
  private final List<@Nullable Port> ports = new ArrayList<>();
  private final Map<Integer, PauseRoots> rootsOfPriorities = new HashMap<>();
  private final Simulation simulation;

  private FlowWatches(Setup setup, List<Wanted> wanted, FlowNames names, @Nullable FlowTrace trace, Consumer<Explanation> done) {
    this.setup = setup;
    this.names = names;
    this.trace = trace;
    this.done = done;
    flows = setup.flows();
    outages = new Outages(setup.topology(), setup.events(), setup.reroute().longestPs());
    this.wanted = wanted.stream().sorted(Comparator.comparingLong(Wanted::watchedSincePs)).toList();
    left = wanted.size();
    wanted.forEach(one -> rootsOfPriorities.computeIfAbsent(flows.priority(one.flow()), _ -> new PauseRoots()));
    simulation = new Simulation(setup.with(change -> {
      change.scheme = WatchedScheme.around(setup.scheme());
      change.classes.replaceAll(one -> one.with(WatchedScheme.around(one.scheme())));
    }), this, this::wrap);
    if (!flows.jobs().isEmpty()) {
      simulation.jobs().observe(this);
    }
  }

  /**
   * Simulates until the last of these flows has ended.
   *
   * @param names receives the start times of messages
   * @param trace trace of the only flow; null for none
   * @param done receives the explanation of each flow as soon as it ends, and at last those of unfinished flows
   */
  static void run(Setup setup, List<Wanted> wanted, FlowNames names, @Nullable FlowTrace trace, Consumer<Simulation> begins,
      Consumer<Explanation> done) {
    var watches = new FlowWatches(setup, wanted, names, trace, done);
    begins.accept(watches.simulation);
    watches.run();
  }

  /** Simulates for messages of jobs, without traces. */
  public static void run(Setup setup, List<Wanted> wanted, FlowNames names, Consumer<Simulation> begins,
      Consumer<Explanation> done) {
    run(setup, wanted, names, null, begins, done);
  }

  private void run() {
    watchUpTo(0);
    simulation.run();
    long endPs = simulation.nowPs();
    watchUpTo(Long.MAX_VALUE);
    if (!watches.isEmpty()) {
      var text = new StallText(setup, simulation, false);
      new StallReport(simulation).forEach(stall -> {
        FlowWatch watch = watches.get(stall.row().flow());
        if (watch != null) {
          watch.close(stall.reason(), holder(stall.inFlight()), Math.max(endPs, watch.startPs()));
          over(watch, Math.max(endPs, watch.startPs()), text.sentence(stall));
        }
      });
    }
  }

  private @Nullable Port holder(StallReport.InFlight inFlight) {
    PortName port = inFlight.pause() != null
        ? inFlight.pause().port()
        : inFlight.held().isEmpty() ? null : inFlight.held().getFirst().port();
    return port == null ? null : ports.get(port.index());
  }

  /** Starts the watches of flows that start at a time, or shortly after it. */
  private void watchUpTo(long nowPs) {
    while (next < wanted.size() && wanted.get(next).watchedSincePs() <= nowPs) {
      Wanted one = wanted.get(next++);
      var watch = new FlowWatch(setup, one, names, Objects.requireNonNull(rootsOfPriorities.get(flows.priority(one.flow()))),
          outages, simulation::connectionOf, trace);
      watches.put(one.flow(), watch);
      simulation.fabric().ports(watch.source()).forEach(watch::add);
      reachable(watch).forEach(port -> watchesOfPorts.get(port).add(watch));
    }
  }

  /** Returns the ports that packets of a flow, or acknowledgements, can use; all ports where routes change. */
  private Set<Integer> reachable(FlowWatch watch) {
    var found = new LinkedHashSet<Integer>();
    if (outages.areNone()) {
      follow(watch.source(), watch.destination(), found);
      follow(watch.destination(), watch.source(), found);
    } else {
      ports.stream().filter(Objects::nonNull).forEach(port -> found.add(port.index()));
    }
    return found;
  }

  private void follow(int from, int to, Set<Integer> found) {
    Routes routes = simulation.fabric().routes();
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      for (int port : routes.nextPorts(open.remove(), to)) {
        int node = simulation.fabric().cabling().neighbor(port);
        if (found.add(port) && node != to) {
          open.add(node);
        }
      }
    }
  }

  private Wire wrap(Port from, Wire wire) {
    while (ports.size() <= from.index()) {
      ports.add(null);
      watchesOfPorts.add(new ArrayList<>());
    }
    ports.set(from.index(), from);
    if (setup.topology().isSwitch(from.node())) {
      rootsOfPriorities.values().forEach(roots -> roots.add(from));
    }
    return (packet, endPs) -> {
      leaves(from, packet, endPs);
      wire.send(packet, endPs);
    };
  }

  private void leaves(Port port, Packet packet, long endPs) {
    watchUpTo(endPs);
    int row = MessageConnections.rowOf(packet);
    FlowWatch own = row == MessageConnections.NO_ROW ? null : watches.get(row);
    if (own != null) {
      own.leaves(port, packet, endPs);
    }
    List<FlowWatch> others = watchesOfPorts.get(port.index());
    if (packet.flow != null && row != MessageConnections.NO_ROW && !others.isEmpty()) {
      names.started(row, MessageConnections.isConnection(packet.flow) ? packet.rdma().postedPs : packet.flow.startPs());
    }
    for (int number = 0; number < others.size(); number++) {
      if (others.get(number) != own) {
        others.get(number).others(row, port, packet, endPs);
      }
    }
  }

  private void end(FlowWatch watch, long nowPs) {
    watch.close(nowPs);
    over(watch, nowPs, null);
  }

  private void over(FlowWatch watch, long nowPs, @Nullable String unfinished) {
    watches.remove(watch.flow());
    watchesOfPorts.forEach(ofPort -> ofPort.remove(watch));
    done.accept(watch.explanation(nowPs, unfinished));
    if (--left == 0) {
      simulation.interrupt();
    }
  }

  @Override
  public void arrived(int send, long nowPs) {
    for (FlowWatch watch : watches.values()) {
      if (watch.endsAtArrivalOf(send)) {
        end(watch, nowPs);
        return;
      }
    }
  }

  @Override
  public void pauseChanged(PortName name, int priority, boolean paused, long nowPs) {
    Port port = ports.get(name.index());
    PauseRoots roots = rootsOfPriorities.get(priority);
    if (port == null || roots == null) {
      return;
    }
    roots.changed(port, paused, nowPs);
    watches.values().forEach(watch -> watch.pauseChanged(port, priority, paused, nowPs));
  }

  @Override
  public boolean recordsLosses() {
    return true;
  }

  @Override
  public void packetLost(PacketLoss loss) {
    FlowWatch watch = watches.get(loss.flow());
    Port port = ports.get(loss.port().index());
    if (watch != null && port != null) {
      watch.lost(loss, port);
    }
  }

  @Override
  public void flowFinished(FlowResult finished) {
    if (trace != null) {
      trace.finished(finished);
    }
    FlowWatch watch = watches.get(finished.id());
    if (watch != null) {
      watch.finished(finished);
      end(watch, finished.startPs() + finished.fctPs());
    }
  }
}
