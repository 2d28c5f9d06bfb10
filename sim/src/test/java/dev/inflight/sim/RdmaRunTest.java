package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole runs with queue pairs: duration of an operation, time of a set-up, and reports of a failure. */
class RdmaRunTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;

  private final SetupBuilder setup = new SetupBuilder();
  private final List<FlowResult> done = new ArrayList<>();

  private Simulation simulation(Workload... workloads) {
    setup.topology = new Star(4, 100 * G, US).build();
    for (Workload workload : workloads) {
      workload.addTo(setup.flows, setup.topology, 1);
    }
    return new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        done.add(flow);
      }
    });
  }

  private static Rdma rdma(Rdma.Op op, long sizeBytes, int messages, long everyPs) {
    return new Rdma(op, 0, 1, sizeBytes, messages, 1, everyPs, 0, 3, 300);
  }

  /** Also retransmissions that fill a gap, and leave after the last packet of their message. */
  @ParameterizedTest
  @EnumSource
  void operationCountsItsRetransmittedBytes(Rdma.Op op) {
    setup.recovery = Irn.DEFAULT;
    setup.lossRate = 0.05;
    RunResult result = simulation(rdma(op, 100_000, 1, 0)).run();
    assertThat(result.hosts().retransmittedBytes).isGreaterThan(5000);
    assertThat(done).extracting(FlowResult::retransmittedBytes).containsExactly(result.hosts().retransmittedBytes);
  }

  @ParameterizedTest
  @EnumSource
  void theFirstOperationWaitsForTheQueuePairAndTheOthersDoNot(Rdma.Op op) {
    RunResult result = simulation(rdma(op, 1000, 5, 100 * US)).run();
    assertThat(result.flowsFinished()).isEqualTo(5);
    FlowResult first = done.getFirst();
    for (FlowResult later : done.subList(1, 5)) {
      assertThat(later.slowdown()).as("telemetry is all that makes it longer").isBetween(1.0, 1.05);
      assertThat(first.fctPs() - later.fctPs()).as("REQ there and REP back, 2 us and the time to send them each way")
          .isBetween(4 * US, 4 * US + 500_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongOperationFillsTheLine(Rdma.Op op) {
    simulation(rdma(op, 100_000_000, 1, 0)).run();
    FlowResult only = done.getFirst();
    assertThat(only.sizeBytes() * 8e12 / only.fctPs() / (100.0 * G)).as("goodput").isBetween(0.85, 0.95);
  }

  @Test
  void underLossEveryOperationIsDone() {
    setup.lossRate = 0.005;
    RunResult result = simulation(rdma(Rdma.Op.WRITE, 50_000, 200, 0), rdma(Rdma.Op.READ, 50_000, 200, 0)).run();
    assertThat(result.flowsFinished()).isEqualTo(400);
    assertThat(result.lost()).isGreaterThan(100);
    assertThat(result.hosts().deliveredBytes).isEqualTo(400 * 50_000L + 200 * 16);
    assertThat(done.stream().mapToLong(FlowResult::retransmittedBytes).sum()).isPositive()
        .isLessThanOrEqualTo(result.hosts().retransmittedBytes);
  }

  @Test
  void operationsFailWithAnErrorWithoutAnAnswer() {
    setup.lossRate = 1;
    Simulation simulation = simulation(rdma(Rdma.Op.WRITE, 10_000_000, 2, 0));
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isZero();
    var stalls = new ArrayList<StallReport.Stall>();
    new StallReport(simulation).forEach(stalls::add);
    assertThat(stalls).extracting(StallReport.Stall::reason).containsExactly(StallReport.Reason.FAILED,
        StallReport.Reason.FLUSHED);
    assertThat(result.endPs()).as("asked 16 times, 4 ms apart").isEqualTo(16 * 4_000 * US);
  }

  @Test
  void namesOperationsThatTheEndCutsOff() {
    setup.untilPs = 2 * US;
    Simulation simulation = simulation(rdma(Rdma.Op.READ, 1000, 1, 0));
    assertThat(simulation.run().flowsFinished()).isZero();
    var stalls = new ArrayList<StallReport.Stall>();
    new StallReport(simulation).forEach(stalls::add);
    assertThat(stalls).extracting(StallReport.Stall::reason).containsExactly(StallReport.Reason.CONNECTING);
  }

  @Test
  void theReferenceFramingHasNoSuchPackets() {
    setup.framing = Framing.REFERENCE;
    setup.telemetry = AuthorsFormat.DEFAULT;
    assertThatThrownBy(() -> simulation(rdma(Rdma.Op.READ, 1000, 1, 0)))
        .hasMessage("the reference framing has no packets that set up queue pairs, and rdma operations need them");
  }

  @Test
  void ownFlowsAndQueuePairsRunSideBySideAndAgainInTheSameWay() {
    Workload[] all = {rdma(Rdma.Op.WRITE, 300_000, 30, US), new Incast(3, 1, 200_000, 0, 3, 200)};
    RunResult first = simulation(all).run();
    setup.flows = new FlowTable();
    RunResult again = simulation(all).run();
    assertThat(first.flowsFinished()).isEqualTo(33);
    assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
  }

  @Test
  void theTimeBelowLineRateIsAShareOfTheTimeWithSomethingToSend() {
    RunResult result = simulation(new Rdma(Rdma.Op.WRITE, 0, 2, 1_000_000, 10, 1, 10_000 * US, 0, 3, 300),
        new Rdma(Rdma.Op.WRITE, 1, 2, 1_000_000, 10, 1, 10_000 * US, 0, 3, 300)).run();
    assertThat(result.belowLineShare()).isBetween(0.5, 1.0);
  }

  @Test
  void aStreamThatStillWaitsForASlotCounts() {
    setup.nic = new EngineNic(1, 1, 5_000);
    setup.untilPs = 1_000 * US;
    RunResult result = simulation(rdma(Rdma.Op.WRITE, 100_000_000, 1, 0), rdma(Rdma.Op.WRITE, 1000, 1, 0)).run();
    assertThat(result.hosts().longestSlotWaitPs).isGreaterThan(900 * US);
  }

  @Test
  void unfinishedOperationReportsItsBytesAndItsReason() {
    setup.untilPs = 150 * US;
    Simulation simulation = simulation(rdma(Rdma.Op.WRITE, 1_000_000, 10, 0));
    simulation.run();
    var stalls = new ArrayList<StallReport.Stall>();
    new StallReport(simulation).forEach(stalls::add);
    assertThat(stalls).hasSize(9);
    assertThat(stalls.getFirst().progress().ackedBytes()).isBetween(1L, 999_999L);
    assertThat(stalls.getFirst().reason()).isEqualTo(StallReport.Reason.PROGRESSING);
    assertThat(stalls.subList(1, 9)).allSatisfy(stall -> {
      assertThat(stall.progress().ackedBytes()).isZero();
      assertThat(stall.reason()).isEqualTo(StallReport.Reason.QUEUED_BEHIND);
    });
  }
}
