package dev.inflight.sim.fast;

import static dev.inflight.sim.fast.FastRun.MB;
import static dev.inflight.sim.fast.FastRun.MS;
import static dev.inflight.sim.fast.FastRun.RATE;
import static dev.inflight.sim.fast.FastRun.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.net.nic.EngineNic;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Flows that raise their paces on links with room for all: the decisions of their schemes meanwhile are those of the full run. */
class FreeFlowsTest {
  /** A flow alone, one that arrives, and another one: each meets the packets of the others where it meets them in the full run. */
  private static SetupBuilder arrivals(Scheme scheme, long firstBytes) {
    var setup = new SetupBuilder();
    setup.topology = new Star(4, RATE, US).build();
    setup.scheme = scheme;
    FastRun.marks(setup, RATE);
    setup.flows.add(0, 3, 3, 100, firstBytes, 0);
    setup.flows.add(1, 3, 3, 100, 20 * MB, MS);
    setup.flows.add(2, 3, 3, 100, 5 * MB, 3 * MS);
    return setup;
  }

  @ParameterizedTest
  @MethodSource
  void arrivals(Scheme scheme, double apart, double gain) {
    FastRun full = FastRun.full(arrivals(scheme, 60 * MB));
    SetupBuilder setup = arrivals(scheme, 60 * MB);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    for (int flow = 0; flow < 3; flow++) {
      assertThat((double) fast.fctPs(flow)).as("flow %s", flow).isCloseTo(full.fctPs(flow), withinPercentage(apart));
    }
    assertThat(fast.gain(full)).isGreaterThan(gain);
    assertThat(fast.totals().of(PortValue.SENT_BYTES)).isCloseTo(full.totals().of(PortValue.SENT_BYTES), withinPercentage(0.5));
    assertThat(fast.totals().of(PortValue.SENT_FRAMES)).isCloseTo(full.totals().of(PortValue.SENT_FRAMES), withinPercentage(1));
    assertThat((double) fast.totals().hosts().acks).isCloseTo(full.totals().hosts().acks, withinPercentage(2));
    // Packets that meet no queue are not marked.
    assertThat((double) fast.totals().of(PortValue.ECN_MARKS)).isCloseTo(full.totals().of(PortValue.ECN_MARKS),
        withinPercentage(10));
  }

  /** A NIC with engines that are slower than a flow's pace holds it back. */
  @Test
  void flowsAreNotFreeBehindEngines() {
    SetupBuilder setup = arrivals(Timely.DEFAULT, 30 * MB);
    setup.nic = EngineNic.DEFAULT;
    FastRun fast = FastRun.fast(setup);
    SetupBuilder same = arrivals(Timely.DEFAULT, 30 * MB);
    same.nic = EngineNic.DEFAULT;
    FastRun full = FastRun.full(same);
    for (int flow = 0; flow < 3; flow++) {
      assertThat((double) fast.fctPs(flow)).as("flow %s", flow).isCloseTo(full.fctPs(flow), withinPercentage(2));
    }
  }

  /** A packet that is lost by chance, once in a thousand flows, changes all later ones. */
  @Test
  void flowsAreNotFreeWhereCablesLosePackets() {
    SetupBuilder setup = arrivals(Timely.DEFAULT, 60 * MB);
    setup.lossRate = 1e-9;
    FastRun lossy = FastRun.fast(setup);
    FastRun without = FastRun.fast(arrivals(Timely.DEFAULT, 60 * MB));
    assertThat(lossy.totals().packetHops()).isGreaterThan(2 * without.totals().packetHops());
  }

  static Stream<Arguments> arrivals() {
    return Stream.of(Arguments.of(Dcqcn.DEFAULT, 0.5, 1.8), Arguments.of(Timely.DEFAULT, 1, 6));
  }

  /** Two flows that have been cut to a tenth and take 70 ms to get back: none of it is steady, and all of it is known. */
  @Test
  void timelyIsRaisedAsInTheFullRun() {
    FastRun full = FastRun.full(FastRun.incast(2, 100 * MB, Timely.DEFAULT));
    SetupBuilder setup = FastRun.incast(2, 100 * MB, Timely.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.meanDifference(full)).isLessThan(0.001);
    assertThat(fast.gain(full)).isGreaterThan(20);
  }

  /** From one packet in two round trips: an acknowledgement arrives long before the next packet leaves. */
  @Test
  void pacesRiseFromLessThanAPacketPerRoundTrip() {
    FastRun full = FastRun.full(slowed());
    SetupBuilder setup = slowed();
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.meanDifference(full)).isLessThan(0.001);
    assertThat(fast.gain(full)).isGreaterThan(1.2);
  }

  private static SetupBuilder slowed() {
    SetupBuilder setup = FastRun.incast(2, 14 * MB, TimelyAuthors.DEFAULT);
    setup.topology = new Star(3, 4 * RATE, US).build();
    return setup;
  }

  /** Bytes from this value to that: bytes of ports grow as the paces do. */
  @ParameterizedTest
  @MethodSource
  void oneFlowAtLineRateIsExact(Scheme scheme) {
    FastRun full = FastRun.full(FastRun.incast(1, 20 * MB, scheme));
    SetupBuilder setup = FastRun.incast(1, 20 * MB, scheme);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(Math.abs(fast.fctPs(0) - full.fctPs(0))).isLessThan(US / 10);
    assertThat(fast.gain(full)).isGreaterThan(10);
  }

  static Stream<Scheme> oneFlowAtLineRateIsExact() {
    return Stream.of(Dcqcn.DEFAULT, DcqcnAuthors.DEFAULT, Timely.DEFAULT, TimelyAuthors.DEFAULT);
  }
}
