package dev.inflight.sim.scope;

import static dev.inflight.sim.scope.SharedPort.HIGHER;
import static dev.inflight.sim.scope.SharedPort.HPCC;
import static dev.inflight.sim.scope.SharedPort.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.telemetry.format.csig.CsigWideFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamIncrementalFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of flows that share a port by weights or strictly, and HPCC with telemetry of ports and of queues. */
class QosTest {
  private static final RecordScope QUEUE = new QueueScope(Queueing.LENGTH, 0);
  private static final RecordScope DELAY = new QueueScope(Queueing.DELAY, 0);
  private static final double SHARE = 0.75;
  private static final double ENOUGH = 0.93;

  static Stream<Arguments> ofQueues() {
    return Stream.concat(Stream.of(Arguments.of(NativeFormat.DEFAULT, QUEUE)),
        List.of(IfaFormat.DEFAULT, IntFormat.DEFAULT, IoamIncrementalFormat.DEFAULT).stream()
            .flatMap(format -> Stream.of(QUEUE, DELAY).map(scope -> Arguments.of(format, scope))));
  }

  private static SharedPort hpcc(TelemetryFormat format, RecordScope scope) {
    var port = new SharedPort().flow(0, HPCC).flow(1, HPCC);
    port.setup.telemetry = format;
    port.setup.scope = scope;
    return port;
  }

  /** With telemetry of its own queue a flow takes its share, for any demand of the others, and its queue does not build up. */
  @ParameterizedTest
  @MethodSource("ofQueues")
  void hpccHasItsShareNextToAnUncontrolledClass(TelemetryFormat format, RecordScope scope) {
    SharedPort port = hpcc(format, scope).uncontrolled(2, OTHER).run();
    assertThat(port.share(HPCC)).isBetween(ENOUGH * SHARE, SHARE);
    assertThat(port.p95SojournPs(HPCC)).isLessThan(2 * port.baseRttPs());
    assertThat(port.share(HPCC) + port.share(OTHER)).as("no time is lost").isGreaterThan(0.999);
    assertThat(port.result.lost()).isZero();
  }

  /** A tag brings one figure of the path; the wait for a queue's turn does not count as full use of its share. */
  @Test
  void withOneTagForThePathItHasAsMuch() {
    for (TelemetryFormat format : List.of(CsigFormat.DEFAULT, CsigWideFormat.DEFAULT)) {
      SharedPort byLength = hpcc(format, QUEUE).uncontrolled(2, OTHER).run();
      SharedPort bySojourn = hpcc(format, DELAY).uncontrolled(2, OTHER).run();
      assertThat(byLength.share(HPCC)).isBetween(ENOUGH * SHARE, SHARE);
      assertThat(bySojourn.share(HPCC)).isBetween(ENOUGH * SHARE, SHARE);
      assertThat(bySojourn.p95SojournPs(HPCC)).isLessThan(2 * bySojourn.baseRttPs());
    }
  }

  @ParameterizedTest
  @MethodSource("ofQueues")
  void aloneItHasTheLine(TelemetryFormat format, RecordScope scope) {
    SharedPort port = hpcc(format, scope).run();
    assertThat(port.share(HPCC)).isGreaterThan(ENOUGH);
    assertThat(port.p95SojournPs(HPCC)).isLessThan(2 * port.baseRttPs());
  }

  /** Telemetry of the port: the other class is all that HPCC sees, and it stays behind its share by more than 90 %. */
  @ParameterizedTest
  @MethodSource("ofPorts")
  void withTelemetryOfThePortItHasNearlyNothing(TelemetryFormat format, RecordScope scope) {
    SharedPort port = hpcc(format, scope).uncontrolled(2, OTHER).run();
    assertThat(port.share(HPCC)).isLessThan(0.1 * SHARE);
    assertThat(port.share(OTHER)).isGreaterThan(0.9);
  }

  static Stream<Arguments> ofPorts() {
    return Stream.of(Arguments.of(NativeFormat.DEFAULT, PortScope.DEFAULT), Arguments.of(IfaFormat.DEFAULT, PortScope.DEFAULT),
        Arguments.of(IfaFormat.DEFAULT, new PortScope(Queueing.DELAY)));
  }

  /** Neither waits for the other: telemetry shows one class the unused part of the other's share. */
  @Test
  void twoClassesUnderHpccShareByWeight() {
    SharedPort port = hpcc(NativeFormat.DEFAULT, QUEUE).flow(2, OTHER, Hpcc.DEFAULT).run();
    assertThat(port.share(HPCC) / port.share(OTHER)).isBetween(2.5, 3.1);
    assertThat(port.share(HPCC) + port.share(OTHER)).isGreaterThan(0.95);
    assertThat(port.p95SojournPs(HPCC)).isLessThan(port.baseRttPs() / 4);
    assertThat(port.p95SojournPs(OTHER)).isLessThan(port.baseRttPs() / 4);
    SharedPort ofPort = hpcc(NativeFormat.DEFAULT, PortScope.DEFAULT).flow(2, OTHER, Hpcc.DEFAULT).run();
    assertThat(ofPort.share(HPCC) / ofPort.share(OTHER)).as("with telemetry of the port weights say nothing").isLessThan(1.5);
  }

  /** Under a class that is served first and takes half of the line in bursts. */
  @Test
  void hpccTakesTheRestBelowAStrictClass() {
    for (RecordScope scope : List.of(QUEUE, DELAY)) {
      SharedPort port = hpcc(IfaFormat.DEFAULT, scope).bursts(2, HIGHER, 46_000, 8 * SharedPort.US).run();
      assertThat(port.share(HIGHER)).isBetween(0.48, 0.52);
      assertThat(port.share(HPCC)).isBetween(0.45, 0.52);
      assertThat(port.p95SojournPs(HPCC)).isLessThan(port.baseRttPs());
    }
  }

  /** In bytes, three to one within a per cent; no time is lost. */
  @Test
  void twoUncontrolledClassesShareByWeight() {
    SharedPort port = new SharedPort().uncontrolled(0, HPCC).uncontrolled(1, OTHER).run();
    assertThat(port.share(HPCC) / port.share(OTHER)).isBetween(2.97, 3.03);
    assertThat(port.share(HPCC) + port.share(OTHER)).isGreaterThan(0.999);
  }

  /** The longest that a packet waits for those of lower queues is one frame, of 9000 bytes of payload here. */
  @Test
  void aHigherClassIsDelayedByOneFrameAtMost() {
    var port = new SharedPort();
    port.setup.payloadBytes = 9000;
    port.uncontrolled(0, HPCC).uncontrolled(1, OTHER).bursts(2, HIGHER, 1000, 7 * SharedPort.US + 123_457).run();
    long frame = 9100 * 8 * 10; // ps at 100 Gb/s
    assertThat(port.longestSojournPs(HIGHER)).isBetween(frame / 2, frame);
    assertThat(port.longestSojournPs(OTHER)).isGreaterThan(100 * frame);
  }

  /** Every priority lossless, in a memory of which little is shared. */
  @Test
  void losslessClassesFitTheMemory() {
    var port = new SharedPort();
    port.setup.bufferBytes = 4_200_000;
    port.setup.scope = QUEUE;
    port.setup.classes.add(new FlowClass("none", NoControl.DEFAULT, NativeFormat.DEFAULT));
    for (int source = 0; source < 4; source++) {
      for (int priority = 1; priority <= HIGHER; priority++) {
        port.flow(source, priority);
        if (priority != HPCC) {
          port.setup.flows.classify(port.setup.flows.count() - 1, 1, 0);
        }
      }
    }
    port.run();
    assertThat(port.result.lost()).isZero();
    assertThat(port.peakHeldBytes).isBetween(port.setup.bufferBytes / 10, port.setup.bufferBytes);
    assertThat(port.pauses).isPositive();
  }

  /** The switch measures over the base RTT by default. */
  @Test
  void theIntervalIsTByDefault() {
    long none = hpcc(NativeFormat.DEFAULT, QUEUE).uncontrolled(2, OTHER).run().result.fingerprint();
    SharedPort said = hpcc(NativeFormat.DEFAULT, QUEUE).uncontrolled(2, OTHER);
    long baseRttPs = said.baseRttPs();
    said.setup.scope = new QueueScope(Queueing.LENGTH, baseRttPs);
    assertThat(said.run().result.fingerprint()).isEqualTo(none);
    SharedPort longer = hpcc(NativeFormat.DEFAULT, new QueueScope(Queueing.LENGTH, 3 * baseRttPs)).uncontrolled(2, OTHER);
    assertThat(longer.run().result.fingerprint()).isNotEqualTo(none);
    assertThat(longer.share(HPCC)).isBetween(ENOUGH * SHARE, SHARE);
  }

  /** Without flows that use telemetry the scope changes nothing. */
  @Test
  void nothingChangesWithoutTelemetry() {
    var fingerprints = Stream.of(PortScope.DEFAULT, QUEUE).map(scope -> {
      var port = new SharedPort();
      port.setup.scheme = NoControl.DEFAULT;
      port.setup.scope = scope;
      return port.flow(0, HPCC).flow(1, OTHER).run().result.fingerprint();
    }).distinct();
    assertThat(fingerprints).hasSize(1);
  }
}
