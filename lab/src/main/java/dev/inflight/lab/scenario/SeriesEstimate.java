package dev.inflight.lab.scenario;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.HashSet;
import java.util.Set;

/**
 * Estimated length of a run's time series. In the model, each host sends and receives its flows one after another at its full
 * rate, and acknowledges each packet. Congestion inside the fabric makes series longer than the estimate.
 *
 * @param flowRows number of rows of flows
 * @param portRows number of rows of ports
 * @param rankRows number of rows of ranks of jobs
 */
public record SeriesEstimate(double flowRows, double portRows, double rankRows) {
  private static final double PS_PER_SECOND = 1e12;
  private static final double BITS_PER_BYTE = 8;
  /** Approximate bytes of a frame in addition to payload, and of a whole acknowledgement. */
  private static final double HEADER_BYTES = 100;
  /** Usual bytes of a row of each file; times and counters of long runs have more digits. */
  private static final double FLOW_ROW_BYTES = 45;
  private static final double PORT_ROW_BYTES = 32;
  private static final double RANK_ROW_BYTES = 40;

  /** Estimated bytes of the series as text. */
  public double bytes() {
    return flowRows * FLOW_ROW_BYTES + portRows * PORT_ROW_BYTES + rankRows * RANK_ROW_BYTES;
  }

  /** Returns the estimate for a setup with flows. */
  public static SeriesEstimate of(Setup setup) {
    Series series = setup.series();
    FlowTable flows = setup.flows();
    double[] bitsPerSec = ratesOfHosts(setup.topology());
    double[] sendsAgainPs = new double[bitsPerSec.length];
    double[] receivesAgainPs = new double[bitsPerSec.length];
    double lastPs = Math.min(series.untilPs(), setup.untilPs());
    double[] rows = new double[1];
    double[] endPs = new double[1];
    Set<Integer> wanted = new HashSet<>(series.flows().numbers());
    flows.forEach((flow, from, to, sizeBytes, startPs) -> {
      double packets = Math.ceil((double) sizeBytes / setup.payloadBytes());
      double bits = BITS_PER_BYTE * (sizeBytes + packets * HEADER_BYTES);
      double start = startPs;
      sendsAgainPs[from] = Math.max(start, sendsAgainPs[from]) + bits / bitsPerSec[from] * PS_PER_SECOND;
      receivesAgainPs[to] = Math.max(start, receivesAgainPs[to]) + bits / bitsPerSec[to] * PS_PER_SECOND;
      double end = Math.max(sendsAgainPs[from], receivesAgainPs[to]);
      double ackPs = BITS_PER_BYTE * packets / setup.packetsPerAck() * HEADER_BYTES * PS_PER_SECOND;
      sendsAgainPs[to] += ackPs / bitsPerSec[to];
      receivesAgainPs[from] += ackPs / bitsPerSec[from];
      endPs[0] = Math.max(endPs[0], end);
      if (series.flows().all() || wanted.contains(flow)) {
        rows[0] += Math.max(0, 1 + (Math.min(end, lastPs) - start) / series.everyPs());
      }
    });
    double seen = Math.max(0, Math.min(endPs[0], lastPs) - flows.startPs(0));
    double times = 1 + seen / series.everyPs();
    long ranks = series.ranks() ? flows.jobs().stream().mapToLong(job -> job.program().ranks()).sum() : 0;
    return new SeriesEstimate(rows[0], times * ports(series.ports(), setup.topology()), times * ranks);
  }

  private static double[] ratesOfHosts(Topology topology) {
    double[] bitsPerSec = new double[topology.nodeCount()];
    for (Link link : topology.links()) {
      bitsPerSec[link.a()] += link.rateBitsPerSec();
      bitsPerSec[link.b()] += link.rateBitsPerSec();
    }
    return bitsPerSec;
  }

  private static long ports(Series.Ports chosen, Topology topology) {
    return switch (chosen.kind()) {
      case LISTED -> chosen.listed().size();
      case TO_HOSTS ->
        topology.links().stream().filter(link -> topology.isSwitch(link.a()) != topology.isSwitch(link.b())).count();
      case ALL -> topology.links().stream()
          .mapToLong(link -> (topology.isSwitch(link.a()) ? 1 : 0) + (topology.isSwitch(link.b()) ? 1 : 0)).sum();
    };
  }
}
