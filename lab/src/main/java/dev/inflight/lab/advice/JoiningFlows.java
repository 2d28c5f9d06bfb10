package dev.inflight.lab.advice;

import dev.inflight.cc.Scheme;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;

/**
 * Result of a short simulation on the advised fabric: long flows join a link, one every 50 round trips, and share it once all are
 * active.
 *
 * @param flows number of flows
 * @param soon Jain's index 1 ms after the last flow joined, over 50 round trips
 * @param late Jain's index 10 ms after the last flow joined, over 50 round trips
 * @param linkShare sum of the flows' rates at the end, as a share of the link's rate
 * @param queueBytes 99th percentile of the queue length since all flows are active, in bytes, of the queue with the largest one
 * @param pfcPauses PFC frames that switches sent
 */
public record JoiningFlows(int flows, double soon, double late, double linkShare, long queueBytes, long pfcPauses) {
  private static final long PS_PER_MS = 1_000_000_000;
  private static final int ROUND_TRIPS = 50;
  private static final long MOST_JOINING_PS = 5 * PS_PER_MS;
  private static final long SOON_PS = PS_PER_MS;
  private static final long LATE_PS = 10 * PS_PER_MS;
  private static final long ENDLESS_BYTES = 1L << 40;

  /** Recorder of each flow's acknowledged bytes, as of its last sample. */
  private static final class Rates implements Recorder {
    private final double[] last;
    private final long soonPs;
    private double soon = Double.NaN;

    Rates(int flows, long soonPs) {
      last = new double[flows];
      this.soonPs = soonPs;
    }

    @Override
    public void flowSample(FlowSample sample) {
      last[sample.flow()] = sample.rates().of(FlowValue.ACKED_BYTES);
      if (Double.isNaN(soon) && sample.nowPs() >= soonPs && sample.flow() == last.length - 1) {
        soon = jain();
      }
    }

    double jain() {
      double sum = Arrays.stream(last).sum();
      double squares = Arrays.stream(last).map(rate -> rate * rate).sum();
      return squares == 0 ? 0 : sum * sum / (last.length * squares);
    }
  }

  /**
   * Returns the flows that {@link #run} simulates.
   *
   * @param link port that sends over the link that they share
   * @param wanted number of flows
   * @param rttPs round-trip time, in picoseconds
   */
  static FlowTable flows(Topology topology, Routes routes, Port link, int wanted, long rttPs) {
    long apartPs = Math.min(ROUND_TRIPS * rttPs, MOST_JOINING_PS / wanted);
    return LinkSharers.of(topology, routes, link, wanted, ENDLESS_BYTES, apartPs);
  }

  /**
   * Simulates the flows of a table.
   *
   * @param like setup with the fabric and all settings except flows, events and scheme
   * @param table the flows
   * @param linkRateBitsPerSec rate of the link that the flows share, in bit/s
   * @param rttPs round-trip time, in picoseconds
   */
  static JoiningFlows run(Setup like, Scheme scheme, FlowTable table, long linkRateBitsPerSec, long rttPs) {
    int flows = table.count();
    long allPs = table.startPs(flows - 1);
    long rowPs = ROUND_TRIPS * rttPs;
    Setup setup = like.with(change -> {
      change.flows = table;
      change.classes.clear();
      change.events.clear();
      change.scheme = scheme;
      change.untilPs = allPs + LATE_PS + 1;
      change.sampleFromPs = allPs;
      change.sampleUntilPs = Long.MAX_VALUE;
      change.samplePeriodPs = rttPs / 4;
      change.series = new Series(rowPs, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.NONE);
    });
    if (!setup.problems().isEmpty()) {
      throw new InputError(
          "HPCC cannot be simulated here: " + setup.problems().getFirst().sentence() + "; --no-simulation prints only formulas");
    }
    var rates = new Rates(flows, allPs + SOON_PS);
    var simulation = new Simulation(setup, rates);
    RunResult result = simulation.run();
    long queueBytes = simulation.queues().histograms().stream().mapToLong(JoiningFlows::p99).max().orElse(0);
    return new JoiningFlows(flows, rates.soon, rates.jain(), Arrays.stream(rates.last).sum() / linkRateBitsPerSec, queueBytes,
        result.of(SwitchValue.PAUSES_SENT));
  }

  private static long p99(QueueHistogram port) {
    int bin = Quantile.classOf(port.bins(), 0.99);
    return bin <= 0 ? 0 : (bin + 1L) * QueueHistogram.BIN_BYTES;
  }
}
