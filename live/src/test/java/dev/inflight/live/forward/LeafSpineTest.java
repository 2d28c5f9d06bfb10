package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftFabric.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.loop.TurnedClock;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Four soft switches: a host at each of two leaves, which are connected by two spines. */
class LeafSpineTest {
  /** Rate that each telemetry format can express. */
  private static final long RATE = 10_000_000_000L;
  private static final LeafSpine SHAPE = new LeafSpine(2, 2, 1, RATE, RATE, US, 1);
  private static final int FIRST_SPINE = 2; // of the switches
  private static final int LEAF_TO_SPINE = 2; // the first link of a leaf to a spine
  private static final int LINKS_TO_SPINES = 4;
  private static final int FLOWS = 64;
  private static final long LOOK_PS = 200_000 * US; // after which failed links are detected

  private static SoftFabric fabric(SoftFabric.Rules rules) {
    return new SoftFabric(SHAPE.build(), rules, TurnedClock.still());
  }

  static Stream<Arguments> formats() {
    return ForwardingTest.formats();
  }

  /** Leaf, spine, leaf: each grows the header, and corrects lengths and checksums that the previous one has corrected. */
  @ParameterizedTest
  @MethodSource("formats")
  void threeSwitchesLeaveEveryChecksumRight(TelemetryFormat format, boolean ipv6) {
    byte[] frame = FrameChecks.withTelemetry(format, ipv6, 333);
    try (var fabric = fabric(SoftFabric.Rules.PLAIN.with(format, ipv6))) {
      fabric.run(1000 * US);
      for (int sent = 0; sent < 20; sent++) {
        fabric.send(0, frame);
      }
      List<SoftFabric.Arrived> out = fabric.run(200 * US);
      assertThat(out).hasSize(20);
      for (SoftFabric.Arrived one : out) {
        assertThat(one.host()).isEqualTo(1);
        FrameView view = FrameChecks.assertSound(format, one.frame());
        assertThat(view.payloadBytes).isEqualTo(333);
      }
      assertThat(fabric.switches.counters().stamped).isGreaterThanOrEqualTo(20);
      assertThat(fabric.held()).isZero();
    }
  }

  private static byte[] frame(int flow, boolean telemetry) {
    TestFrame plain = TestFrame.write(false, 100);
    byte[] frame = (telemetry ? plain.with(NativeFormat.DEFAULT, PathQuery.QUEUEING) : plain).bytes();
    byte[] ofFlow = frame.clone();
    Udp.write(ofFlow, 34, 0xC000 + flow, Udp.destination(frame, 34), Udp.length(frame, 34));
    return ofFlow;
  }

  /** Sends a frame of a flow; returns the number of its spine. */
  private static int spineOf(SoftFabric fabric, int flow, boolean telemetry) {
    long[] before = framesOfSpines(fabric);
    fabric.send(0, frame(flow, telemetry));
    assertThat(fabric.run(20 * US)).as("flow %d", flow).hasSize(1).allMatch(one -> one.host() == 1);
    long[] after = framesOfSpines(fabric);
    assertThat(after[0] + after[1]).isEqualTo(before[0] + before[1] + 1);
    return after[0] > before[0] ? 0 : 1;
  }

  private static long[] framesOfSpines(SoftFabric fabric) {
    return new long[] {framesOf(fabric, FIRST_SPINE), framesOf(fabric, FIRST_SPINE + 1)};
  }

  private static long framesOf(SoftFabric fabric, int number) {
    return Arrays.stream(fabric.at(number).ports()).mapToLong(port -> port.sentFrames()).sum();
  }

  /** Flows over the second spine. */
  private static BitSet bySecondSpine(SoftFabric fabric) {
    var second = new BitSet();
    for (int flow = 0; flow < FLOWS; flow++) {
      second.set(flow, spineOf(fabric, flow, false) == 1);
    }
    return second;
  }

  @Test
  void flowsUseBothSpinesAndEachKeepsItsSpine() {
    try (var fabric = fabric(SoftFabric.Rules.PLAIN.with(NativeFormat.DEFAULT, false))) {
      BitSet second = bySecondSpine(fabric);
      assertThat(second.cardinality()).isBetween(FLOWS / 4, 3 * FLOWS / 4);
      assertThat(bySecondSpine(fabric)).isEqualTo(second);
      for (int flow = 0; flow < FLOWS; flow++) {
        assertThat(spineOf(fabric, flow, true)).as("a packet with telemetry of flow %d", flow)
            .isEqualTo(second.get(flow) ? 1 : 0);
      }
      assertThat(fabric.held()).isZero();
    }
  }

  /** A spine's interfaces disappear: its flows use the other one, the flows of which stay there. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void flowsOfASpineThatFailsMove(int failed) {
    try (var fabric = fabric(SoftFabric.Rules.PLAIN)) {
      assertThat(bySecondSpine(fabric).cardinality()).isBetween(1, FLOWS - 1);
      for (int link = failed; link < LINKS_TO_SPINES; link += 2) {
        fabric.unplug(LEAF_TO_SPINE + link);
      }
      fabric.run(LOOK_PS);
      BitSet second = bySecondSpine(fabric);
      assertThat(second.cardinality()).isEqualTo(failed == 0 ? FLOWS : 0);
      assertThat(fabric.switches.counters().lostOnLinks).isZero();
      assertThat(fabric.held()).isZero();
    }
  }

  /**
   * One link alone fails: the leaf without its link to the spine avoids it, and so does the other leaf, from which that spine has no route
   * any more.
   */
  @Test
  void aFarLinkThatFailsIsAvoidedToo() {
    try (var fabric = fabric(SoftFabric.Rules.PLAIN)) {
      fabric.unplug(LEAF_TO_SPINE + 2); // from the other leaf to the first spine
      fabric.run(LOOK_PS);
      assertThat(bySecondSpine(fabric).cardinality()).isEqualTo(FLOWS);
    }
  }
}
