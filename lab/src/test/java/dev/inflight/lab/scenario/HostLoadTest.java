package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.Star;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable.Kind;
import org.junit.jupiter.api.Test;

/** Flows for which links of 100 Gb/s have too little time: 1 MB takes 80 us. */
class HostLoadTest {
  private static final long US = 1_000_000;
  private static final long MB = 1_000_000;

  private final SetupBuilder setup = new SetupBuilder();

  HostLoadTest() {
    setup.topology = new Star(6, 100_000_000_000L, US).build();
  }

  private void flow(int source, int destination, long bytes, long startUs) {
    setup.flows.add(source, destination, 3, 100, bytes, startUs * US);
  }

  private HostLoad until(long us) {
    return HostLoad.of(setup.build(), us * US);
  }

  @Test
  void flowLongerThanItsTimeMayRemainUnfinished() {
    flow(0, 1, MB, 10);
    assertThat(until(89).mayBeLeft(0, 1, 10 * US)).isTrue();
    assertThat(until(90).mayBeLeft(0, 1, 10 * US)).isFalse();
  }

  /** Flows that start later, or at other hosts, are no excuse. */
  @Test
  void lateFlowExcusesOnlyItself() {
    flow(0, 1, 1000, 0);
    flow(2, 3, 100 * MB, 0);
    flow(0, 1, MB, 1000);
    HostLoad load = until(500);
    assertThat(load.mayBeLeft(0, 1, 0)).isFalse();
    assertThat(load.mayBeLeft(2, 3, 0)).isTrue();
    assertThat(load.mayBeLeft(0, 1, 1000 * US)).isTrue();
    assertThat(load.mayBeLeft(0, 1, 500 * US)).isTrue();
  }

  /** Four flows of 80 us to one host take 320 us; those from one host as well. */
  @Test
  void bytesOfAHostGoOneAfterAnother() {
    for (int other = 1; other < 5; other++) {
      flow(other, 0, MB, 0);
      flow(0, other, MB, 0);
    }
    assertThat(until(319).mayBeLeft(1, 0, 0)).isTrue();
    assertThat(until(319).mayBeLeft(0, 1, 0)).isTrue();
    assertThat(until(320).mayBeLeft(1, 0, 0)).isFalse();
    assertThat(until(320).mayBeLeft(0, 1, 0)).isFalse();
    assertThat(until(319).mayBeLeft(1, 2, 0)).as("each sends and receives 80 us only").isFalse();
  }

  /** A host that was idle since a flow started could have carried it. */
  @Test
  void flowBeforeAnIdleTimeShouldHaveFinished() {
    flow(1, 0, MB, 0);
    flow(2, 0, MB, 100);
    flow(3, 0, MB, 120);
    HostLoad load = until(200);
    assertThat(load.mayBeLeft(1, 0, 0)).isFalse();
    assertThat(load.mayBeLeft(2, 0, 100 * US)).isTrue();
    assertThat(load.mayBeLeft(3, 0, 120 * US)).isTrue();
  }

  @Test
  void bytesOfAReadGoToTheHostThatReads() {
    setup.flows.addOperation(setup.flows.newQueuePair(), Kind.READ, 0, 1, 3, 100, MB, 0);
    setup.flows.addOperation(setup.flows.newQueuePair(), Kind.READ, 0, 2, 3, 100, MB, 0);
    HostLoad load = until(100);
    assertThat(load.mayBeLeft(3, 0, 0)).isTrue();
    assertThat(load.mayBeLeft(0, 3, 0)).isFalse();
  }

  @Test
  void continuesTrafficAtThePaceOfEarlierFlows() {
    flow(0, 1, 1000, 0);
    flow(2, 3, 1000, 30);
    flow(0, 1, 1000, 50);
    flow(0, 1, 1000, 90);
    assertThat(until(60).goesOn()).isTrue();
    assertThat(until(59).goesOn()).isFalse();
    assertThat(until(91).goesOn()).isFalse();
  }
}
