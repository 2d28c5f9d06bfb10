package dev.inflight.lab.advice;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.lab.theory.AlphaFairRecursion;
import dev.inflight.lab.theory.RateRecursion;
import dev.inflight.lab.theory.SharedLinks;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Flows of a scenario over their paths, as if all started at once and never ended: the network of HPCC's A.2 and A.3. Rates are
 * in bits of frames per second; the framing determines their share of payload.
 */
public final class LongFlows {
  private static final double PS_BITS_PER_BYTE = 8e12;
  /** Smallest target rate of a NIC, as a share of its rate, where steps alone would fill the NIC. */
  private static final double LEAST_SHARE = 0.01;
  private static final double SETTLED = 1e-10;
  private static final double FULL_TOLERANCE = 1e-6;
  private static final int MOST_ROUND_TRIPS = 200_000;

  private final List<Flow> flows = new ArrayList<>();
  private final List<Port> ports = new ArrayList<>();
  private final int[][] paths;
  private final UnloadedPaths unloaded;
  private final boolean globalBaseRtt;
  /** Share of a full cable's rate that frames get. */
  private final double fullLink;

  /**
   * Rates that Appendix A predicts.
   *
   * @param rates rate of each flow, in bit/s
   * @param utilization load of each link over its rate; the steps raise it above eta (HPCC A.3)
   * @param fullLinks number of links that the steps alone fill, so that a queue builds up before them
   * @param settled true if the recursion reached its equilibrium
   */
  public record Rates(double[] rates, double[] utilization, int fullLinks, boolean settled) {
  }

  /** Collects all flows of a setup that have a route, and are neither operations nor flows of jobs. */
  public LongFlows(Setup setup) {
    var simulation = new Simulation(setup, Recorder.NONE);
    unloaded = simulation.basePaths();
    globalBaseRtt = setup.globalBaseRtt();
    Routes routes = simulation.fabric().routes();
    FlowTable table = setup.flows();
    var sourcePorts = new SourcePorts();
    var numbers = new TreeMap<Integer, Integer>(); // link numbers by port
    var found = new ArrayList<int[]>();
    for (int row : among(table).toArray()) {
      int source = table.source(row);
      int destination = table.destination(row);
      var flow = new Flow(row, source, destination, sourcePorts.next(source, destination), table.destinationPort(row),
          table.priority(row), table.sizeBytes(row), table.startPs(row));
      List<Port> path = routes.pathOf(flow);
      if (!path.isEmpty()) {
        flows.add(flow);
        found.add(path.stream().mapToInt(port -> numbers.computeIfAbsent(port.index(), _ -> {
          ports.add(port);
          return ports.size() - 1;
        })).toArray());
      }
    }
    paths = found.toArray(int[][]::new);
    fullLink = (double) unloaded.frameBytes() / unloaded.wireBytes();
  }

  /** Rows of a table that are neither operations nor flows of jobs. */
  static IntStream among(FlowTable table) {
    return IntStream.range(0, table.count())
        .filter(row -> table.kind(row) == FlowTable.Kind.FLOW && (table.jobs().isEmpty() || table.message(row) < 0));
  }

  /** Number of flows. */
  public int count() {
    return flows.size();
  }

  /** Flow with this number, from 0. */
  public Flow flow(int number) {
    return flows.get(number);
  }

  /** Port that sends over a link of the model. */
  public PortName link(int number) {
    return PortName.of(ports.get(number));
  }

  /** Numbers of the links on a flow's path, its NIC's first. */
  public int[] linksOf(int flow) {
    return paths[flow].clone();
  }

  /**
   * Returns the fabric's links with their target rates. The target of a switch port is eta times its rate. A NIC reports its load
   * to no flow, so the target of its port is its rate less the steps.
   */
  private SharedLinks targets(double eta, double[] steps) {
    double[] capacity = ports.stream().mapToDouble(port -> eta * port.rateBitsPerSec()).toArray();
    double[] ofNics = new double[capacity.length];
    for (int flow = 0; flow < paths.length; flow++) {
      ofNics[paths[flow][0]] += steps[flow];
    }
    for (int[] path : paths) {
      double rate = fullLink * ports.get(path[0]).rateBitsPerSec();
      capacity[path[0]] = Math.max(LEAST_SHARE * rate, rate - ofNics[path[0]]);
    }
    return new SharedLinks(capacity, paths);
  }

  /** W_AI / T of each flow, in bits of frames per second; a pace also counts the gaps between frames. */
  private double[] steps(double eta, double wAiBytes, int maxFlows, long tPs) {
    double[] steps = lineRates();
    for (int flow = 0; flow < steps.length; flow++) {
      Flow one = flows.get(flow);
      long rttPs = tPs > 0 ? tPs : globalBaseRtt ? unloaded.largestRttPs() : unloaded.rttPs(one.source(), one.destination());
      steps[flow] = wAiBytes > 0 ? fullLink * wAiBytes * PS_BITS_PER_BYTE / rttPs : steps[flow] * (1 - eta) / maxFlows;
    }
    return steps;
  }

  /** Largest rate of frames of each flow at its NIC. */
  private double[] lineRates() {
    return Arrays.stream(paths).mapToDouble(path -> fullLink * ports.get(path[0]).rateBitsPerSec()).toArray();
  }

  /**
   * Number of round trips, from a start at line rate, until no flow could gain more than 1 % unless another one lost rate. The
   * rates need not be fair by then (HPCC A.2).
   */
  public int roundTripsToFullUse(double eta) {
    var recursion = new RateRecursion(targets(eta, new double[paths.length]), lineRates());
    recursion.settleOptimally(0.01, MOST_ROUND_TRIPS);
    return recursion.roundTrips();
  }

  /**
   * Equilibrium of one register for each flow (HPCC A.3). Rates are proportional to the flows' steps, which differ between
   * unequal NICs where W_AI is a share of W_init.
   */
  public Rates equilibrium(Hpcc scheme) {
    double[] steps = steps(scheme.eta(), scheme.wAiBytes(), scheme.maxFlows(), scheme.tPs());
    var recursion = new RateRecursion(targets(scheme.eta(), steps), lineRates(), steps, lineRates());
    return used(recursion.settle(SETTLED, MOST_ROUND_TRIPS), recursion.rates());
  }

  /**
   * Equilibrium of one register for each switch port (HPCC A.3, equation 7), as if the ports' headroom were unlimited. No flow
   * exceeds its line rate.
   */
  public Rates equilibrium(HpccAlpha scheme) {
    int[][] behindNics = Arrays.stream(paths).map(path -> Arrays.copyOfRange(path, 1, path.length)).toArray(int[][]::new);
    var links = new SharedLinks(ports.stream().mapToDouble(port -> scheme.eta() * port.rateBitsPerSec()).toArray(), behindNics);
    double[] line = lineRates();
    double[] steps = steps(scheme.eta(), scheme.wAiBytes(), scheme.maxFlows(), scheme.tPs());
    var recursion = new AlphaFairRecursion(links, scheme.alpha(), line, steps);
    boolean settled = recursion.settle(SETTLED, MOST_ROUND_TRIPS);
    double[] rates = recursion.rates();
    for (int flow = 0; flow < rates.length; flow++) {
      rates[flow] = Math.min(rates[flow], line[flow]);
    }
    return used(settled, rates);
  }

  /**
   * Returns the rates of an equilibrium that links can carry. An equilibrium's rates are windows over the round trip without
   * queues. Where their sum exceeds a link's rate, the rest of the windows is in the link's queue, the round trip grows, and
   * flows share the link's rate in proportion to their windows.
   */
  private Rates used(boolean settled, double[] windows) {
    double[] capacity = ports.stream().mapToDouble(Port::rateBitsPerSec).toArray();
    var links = new SharedLinks(capacity, paths);
    double[] offered = links.utilization(windows);
    double[] rates = windows.clone();
    for (int flow = 0; flow < rates.length; flow++) {
      double most = offered[links.mostUsed(flow, offered)];
      rates[flow] /= Math.max(1, most / fullLink);
    }
    int full = (int) Arrays.stream(offered).filter(load -> load > fullLink * (1 + FULL_TOLERANCE)).count();
    return new Rates(rates, links.utilization(rates), full, settled);
  }
}
