package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.PortRate;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.hpcc.WindowDivision;
import dev.inflight.net.host.Sender;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fairness of hpcc at 100 Gb/s, and the cost of a larger additive step: docs/validation.md, "Fairness at 100 Gb/s". */
class FairnessTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final long ROW_PS = 200 * US;

  /** Endless flows to one host, and their bytes in each 200 us. */
  private static final class Run {
    private final Simulation simulation;
    private final List<Sender> senders;
    private final double[] ackedBytes;

    /** Endless flows to one host, which start this long after one another, and all of them in progress. */
    Run(int flows, int maxFlows, long apartPs) {
      this(flows, new Hpcc(0.95, 5, 0, maxFlows, 0, ReactionMode.BOTH, 0), apartPs);
    }

    /** The same with another scheme. */
    Run(int flows, Hpcc scheme, long apartPs) {
      var setup = new SetupBuilder();
      setup.topology = new Star(flows + 1, 100 * G, US).build();
      setup.scheme = scheme;
      for (int flow = 0; flow < flows; flow++) {
        setup.flows.add(flow, flows, 3, 100, 1L << 40, flow * apartPs);
      }
      simulation = new Simulation(setup.build(), Recorder.NONE);
      simulation.advance((flows - 1) * apartPs + 1);
      senders = simulation.fabric().hosts().stream().flatMap(host -> Arrays.stream(host.nics())).map(Nic::senders)
          .flatMap(List::stream).map(Sender.class::cast).toList();
      ackedBytes = new double[flows];
      row();
    }

    /** Acknowledged bytes of each flow since the last row. */
    private double[] row() {
      var row = new double[ackedBytes.length];
      for (int flow = 0; flow < row.length; flow++) {
        row[flow] = senders.get(flow).ackedBytes() - ackedBytes[flow];
        ackedBytes[flow] += row[flow];
      }
      return row;
    }

    double[] rowAfter(long firstPs, int row) {
      simulation.advance(firstPs + (row - 1) * ROW_PS);
      row();
      simulation.advance(firstPs + row * ROW_PS);
      return row();
    }

    /** Number of rows after which Jain's index of one is 0.95 or more; {@code most} if none of them is. */
    int rowsUntilFair(long firstPs, long rowPs, int most) {
      simulation.advance(firstPs);
      row();
      for (int row = 1; row < most; row++) {
        simulation.advance(firstPs + row * rowPs);
        if (jain(row()) >= 0.95) {
          return row;
        }
      }
      return most;
    }

    /** The bottleneck's median: nothing else has a queue, so it is among the largest of 65 ports' samples. */
    long queueBytes() {
      return QueuePercentile.bytes(simulation.queues(), 1 - 0.5 / 65);
    }
  }

  private static double jain(double[] rates) {
    double sum = Arrays.stream(rates).sum();
    return sum * sum / (rates.length * Arrays.stream(rates).map(rate -> rate * rate).sum());
  }

  @Test
  void withTheDefaultStepFourFlowsDoNotBecomeFair() {
    var four = new Run(4, 100, ROW_PS);
    double[] rates = four.rowAfter(3 * ROW_PS, 50);
    assertThat(jain(rates)).as("10 ms after the last one has joined").isBetween(0.80, 0.90);
    assertThat(jain(four.rowAfter(3 * ROW_PS, 100))).as("and 20 ms after").isBetween(0.80, 0.90);
  }

  @Test
  void withAStepForFewerFlowsTheyDo() {
    assertThat(jain(new Run(4, 16, ROW_PS).rowAfter(3 * ROW_PS, 10))).as("after 2 ms").isGreaterThan(0.95);
    assertThat(jain(new Run(4, 4, ROW_PS).rowAfter(3 * ROW_PS, 5))).as("after 1 ms").isGreaterThan(0.95);
  }

  /** HPCC §3.3: "the CC is still stable and achieves full utilization, but just cannot maintain zero queues". */
  @Test
  void moreFlowsThanNCostQueueAndNoThroughput() {
    var expected = new Run(64, 100, 0);
    var more = new Run(64, 4, 0);
    double[] expectedRow = expected.rowAfter(0, 15);
    double[] row = more.rowAfter(0, 15);
    assertThat(gigabits(expectedRow)).isGreaterThan(90);
    assertThat(gigabits(row)).isGreaterThan(90);
    assertThat(jain(row)).isGreaterThan(0.9);
    long busiest = more.queueBytes();
    assertThat(busiest).isGreaterThan(2 * expected.queueBytes()).isLessThan(1_000_000);
  }

  private static Hpcc spedUp(double multiple) {
    return new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0, WindowDivision.PLAIN, PortRate.SENT, multiple);
  }

  /** Draft-pan-tsvwg-hpccplus-00 §6.1: "mechanisms to speed up the fairness convergence"; T is 4.2 us, so that a row has 5 RTTs. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void stepsThatFollowTheHeadroomMakeUnequalFlowsFairSooner(int flows) {
    long lastStartPs = (flows - 1) * ROW_PS;
    var plain = new Run(flows, spedUp(1), ROW_PS);
    var raised = new Run(flows, spedUp(100), ROW_PS);
    int rows = raised.rowsUntilFair(lastStartPs, ROW_PS / 10, 100);
    assertThat(rows).isLessThanOrEqualTo(20);
    assertThat(plain.rowsUntilFair(lastStartPs, ROW_PS / 10, 100)).isGreaterThanOrEqualTo(5 * rows);
    double[] plainRow = plain.rowAfter(lastStartPs, 15);
    double[] raisedRow = raised.rowAfter(lastStartPs, 15);
    assertThat(jain(raisedRow)).isGreaterThan(0.95);
    assertThat(gigabits(raisedRow)).isGreaterThan(gigabits(plainRow));
    double ofBottleneck = 1 - 0.01 / (flows + 1); // other ports have no queue
    assertThat(QueuePercentile.bytes(raised.simulation.queues(), ofBottleneck)).as("p99 of the queue")
        .isLessThan(3 * QueuePercentile.bytes(plain.simulation.queues(), ofBottleneck) / 2);
  }

  /** 64 flows, of which each window is a packet, use up the headroom: nothing changes. */
  @Test
  void withoutHeadroomTheStepStaysTheSame() {
    var plain = new Run(64, spedUp(1), 0);
    var raised = new Run(64, spedUp(100), 0);
    assertThat(raised.rowAfter(0, 5)).isEqualTo(plain.rowAfter(0, 5));
  }

  private static double gigabits(double[] row) {
    return Arrays.stream(row).sum() * 8 / (ROW_PS / 1e12) / G;
  }
}
