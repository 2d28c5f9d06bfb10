package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.pint.PintFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** HPCC over one or two bytes of PINT in a star: windows fall when flows meet and grow when others leave, as over the full records. */
class PintStarTest {
  private static final long US = 1_000_000;
  private static final long G = 1_000_000_000;
  private static final int SHORT_FLOWS = 3;
  static final List<TelemetryFormat> FORMATS = List.of(PintFormat.DEFAULT, new PintFormat(64794, 1, 0, 0));

  /** Flows of 2 MB from hosts 1 to 3 meet one of 12 MB from host 0, after 200 us; all to host 4. */
  private static final class Story implements Recorder {
    private final long[] fctPs = new long[1 + SHORT_FLOWS];
    private final RunResult result;
    private final long largestQueueBytes;

    Story(TelemetryFormat format) {
      var setup = new SetupBuilder();
      setup.topology = new Star(2 + SHORT_FLOWS, 100 * G, US).build();
      setup.telemetry = format;
      int sink = 1 + SHORT_FLOWS;
      setup.flows.add(0, sink, 3, 100, 12_000_000, 0);
      for (int host = 1; host <= SHORT_FLOWS; host++) {
        setup.flows.add(host, sink, 3, 100, 2_000_000, 200 * US);
      }
      var simulation = new Simulation(setup.build(), this);
      result = simulation.run();
      largestQueueBytes = QueuePercentile.bytes(simulation.queues(), 1);
    }

    @Override
    public void flowFinished(FlowResult flow) {
      fctPs[flow.source()] = flow.fctPs();
    }
  }

  @ParameterizedTest
  @FieldSource("FORMATS")
  void flowsShareALinkAndTakeItBack(TelemetryFormat format) {
    var exact = new Story(NativeFormat.DEFAULT);
    var pint = new Story(format);
    assertThat(pint.result.flowsFinished()).isEqualTo(1 + SHORT_FLOWS);
    assertThat(pint.result.lost()).isZero();
    for (Story story : List.of(exact, pint)) {
      for (int host = 1; host <= SHORT_FLOWS; host++) { // a quarter of the link each: 640 us; alone 170 us
        assertThat(story.fctPs[host]).as("host %d", host).isBetween(480 * US, 800 * US);
      }
    }
    // 18 MB through a link that is 95 % used, of which frames leave 93 % for payload: 1630 us, if it is never idle
    assertThat(pint.fctPs[0]).isLessThan(1720 * US);
    assertThat((double) pint.fctPs[0]).isCloseTo(exact.fctPs[0], withinPercentage(3));
    assertThat((double) pint.largestQueueBytes).isCloseTo(exact.largestQueueBytes, withinPercentage(10));
  }
}
