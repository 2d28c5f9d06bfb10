package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * The additive step that follows the headroom, with numbers by hand: eta 0.95, so that U of 0.95 to 1 uses 0 to all of the
 * headroom.
 */
class RaisedStepTest {
  private static final double ETA = 0.95;

  private static Hpcc hpcc(int maxStage, ReactionMode react, double speedUp) {
    return new Hpcc(ETA, maxStage, 0, 100, 0, react, 0, WindowDivision.PLAIN, PortRate.SENT, speedUp);
  }

  @Test
  void theStepIsThePowerOfTheUnusedHeadroom() {
    var step = new RaisedStep(80, 16, ETA);
    assertThat(step.next(0.95)).as("used 15/16: 80 * 16^(1/16)").isCloseTo(95.14, within(0.01));
    assertThat(step.next(0.95)).as("used 225/256: 80 * 16^(31/256)").isCloseTo(111.92, within(0.01));
    assertThat(step.next(1)).as("used 3631/4096: 80 * 16^(465/4096)").isCloseTo(109.60, within(0.01));
  }

  @Test
  void inTheLongRunTheStepFollowsTheUsedShare() {
    var step = new RaisedStep(80, 16, ETA);
    double last = 0;
    for (int roundTrip = 0; roundTrip < 500; roundTrip++) {
      last = step.next(0.975);
    }
    assertThat(last).as("half used: 80 * sqrt(16)").isCloseTo(320, within(0.001));
    for (int roundTrip = 0; roundTrip < 500; roundTrip++) {
      last = step.next(0.2);
    }
    assertThat(last).as("below the target nothing is used").isCloseTo(1280, within(0.001));
    for (int roundTrip = 0; roundTrip < 500; roundTrip++) {
      last = step.next(7);
    }
    assertThat(last).as("a queue leaves nothing").isCloseTo(80, within(0.001));
  }

  @Test
  void whereNothingIsFreeTheStepIsExactlyTheSmallest() {
    var step = new RaisedStep(80, 1000, ETA);
    for (double utilization : new double[] {1, 1.5, 64}) {
      assertThat(step.next(utilization)).isEqualTo(80);
    }
    var withoutHeadroom = new RaisedStep(80, 1000, 1);
    assertThat(withoutHeadroom.next(0.1)).as("eta is 1").isEqualTo(80);
  }

  @Test
  void anotherPathStartsAtTheSmallestStep() {
    var step = new RaisedStep(80, 16, ETA);
    step.next(0.1);
    assertThat(step.restart()).isEqualTo(80);
    assertThat(step.next(1)).isEqualTo(80);
  }

  /**
   * Appendix A: U = eta + N * step / W_init, of which each round trip returns the next. 4.6 = ln 100 is the loop's gain at full
   * use.
   */
  @Test
  void stepsSettleForAnyNumberOfFlowsAndLeaveHeadroom() {
    for (int flows = 1; flows <= 100; flows++) {
      double[] step = {1, 1}; // of W_AI for 100 flows: a hundredth of the headroom; U shows the last but one
      var raised = new RaisedStep(1, 100, ETA);
      double used = 0;
      for (int roundTrip = 0; roundTrip < 2000; roundTrip++) {
        used = flows * step[0] / 100;
        step[0] = step[1];
        step[1] = raised.next(ETA + (1 - ETA) * used);
      }
      assertThat(step[1]).as("%d flows, settled", flows).isCloseTo(step[0], within(1e-6));
      assertThat(used).as("%d flows", flows).isLessThanOrEqualTo(1 + 1e-6).isGreaterThan(flows == 1 ? 0.27 : 0.36);
      assertThat(step[1]).isCloseTo(StrictMath.pow(100, 1 - used), within(1e-3));
    }
  }

  /**
   * 100 Gb/s, T = 13 us: W_init = 162,500 and W_AI = 81.25. After one report of U = 1.9 W is 162,500 / 2 + 81.25 = 81,331.25;
   * then one packet per T reports U = 0.95, which leaves W as it is but for the step: 81.25, 81.25 * 16^(1/16) = 96.62 and
   * 81.25 * 16^(31/256) = 113.67.
   */
  @Test
  void theStepOfARoundTripIsThatOfTheHeadroomBefore() {
    for (ReactionMode react : ReactionMode.values()) {
      FlowDriver flow = FlowDriver.of(hpcc(0, react, 16)).withQueue("146250B").every("13us").send(1).ack(1).send(1).ack(1);
      assertThat(flow.window()).isEqualTo(81_331);
      flow.withQueue("0B").withLoad(0.95);
      assertThat(flow.send(1).ack(1).window()).isEqualTo(81_412); // 81,331.25 + 81.25 = 81,412.5
      assertThat(flow.send(1).ack(1).window()).isEqualTo(81_509); // + 96.62 = 81,509.12
      assertThat(flow.send(1).ack(1).window()).isEqualTo(81_622); // + 113.67 = 81,622.79
    }
  }

  @Test
  void theStepMovesOncePerRoundTrip() {
    FlowDriver flow = FlowDriver.of(hpcc(0, ReactionMode.BOTH, 16)).withQueue("146250B").every("13us").send(1).ack(1).send(1)
        .ack(1).withQueue("0B").withLoad(0.95);
    flow.send(20).ack(1);
    for (int ack = 1; ack < 20; ack++) { // packets of one round trip: W^c = 81,412.5 and a step of 96.62 for all
      assertThat(flow.ack(1).window()).isEqualTo(81_509);
    }
  }

  @Test
  void reportsOfAnotherPathStartTheFlowAtTheSmallestStep() {
    for (ReactionMode react : ReactionMode.values()) {
      FlowDriver flow = FlowDriver.of(hpcc(0, react, 16)).withQueue("146250B").every("13us").send(1).ack(1).send(1).ack(1);
      flow.withQueue("0B").withLoad(0.95);
      for (int roundTrip = 0; roundTrip < 20; roundTrip++) {
        flow.send(1).ack(1);
      }
      long before = flow.window();
      assertThat(flow.send(1).ack(1).window() - before).as("raised").isGreaterThan(500);
      flow.reroute(2, "100Gbps").withLoad(0.95);
      before = flow.send(1).ack(1).window();
      assertThat(flow.send(1).ack(1).window() - before).isBetween(81L, 82L);
    }
  }

  @Test
  void aMultipleOfOneIsTheSchemeWithout() {
    FlowDriver plain = FlowDriver.of(Hpcc.DEFAULT);
    FlowDriver one = FlowDriver.of(hpcc(5, ReactionMode.BOTH, 1));
    for (double load : new double[] {1, 0.96, 0.5, 0.95}) {
      assertThat(one.withLoad(load).stream(300).window()).isEqualTo(plain.withLoad(load).stream(300).window());
    }
  }
}
