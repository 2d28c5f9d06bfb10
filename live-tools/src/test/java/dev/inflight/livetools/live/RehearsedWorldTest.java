package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.FrameFormats;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.measure.PortValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of a live run in virtual time: with frames through memory, flows end at the same picosecond as with packets. */
class RehearsedWorldTest {
  private static final Path SCENARIO = Path.of("../scenarios/leafspine.yaml");
  private static final String SHORT = "flows=[\"poisson(load=0.3, sizes=fb-hadoop, duration=30us)\",\"incast(senders=8, size=60KB)\"]";

  static Stream<List<String>> changes() {
    return Stream.of(List.of(), List.of("scheme=dcqcn"), List.of("scheme=swift"), List.of("scheme=dctcp"),
        List.of("scheme=timely"), List.of("telemetry=int"), List.of("telemetry=ioam", "framing=rocev2-ipv6"),
        List.of("telemetry=csig"), List.of("recovery=irn", "lossRate=0.002"), List.of("lossRate=0.002"),
        List.of("authenticateFeedback=true"), List.of("acks.every=4"), List.of("pfc=false", "buffer=200KB"),
        List.of("telemetryPackets=probes"), List.of("scheme=rccc"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void framesThroughMemoryGiveTheSimulation(List<String> change) {
    List<String> all = new ArrayList<>(List.of(SHORT));
    all.addAll(change);
    Setup setup = ScenarioReader.read(SCENARIO, Overrides.of(all)).setup();
    FrameRules rules = FrameFormats.one(setup, SourceLocation.of("test"));
    var own = new ArrayList<String>();
    RunResult expected = new Simulation(setup, into(own)).run();
    try (var world = new RehearsedWorld(setup.topology(), rules, 2048)) {
      var framed = new ArrayList<String>();
      RunResult result = new Simulation(setup, into(framed), (from, wire) -> wire, world).run();
      assertThat(world.counters().unreadable).isZero();
      assertThat(world.counters().withoutMemory).isZero();
      assertThat(world.counters().arrived).isPositive();
      assertThat(framed).hasSameSizeAs(own);
      assertThat(framed).containsExactlyInAnyOrderElementsOf(own);
      assertThat(result.packetHops()).isEqualTo(expected.packetHops());
      assertThat(result.of(PortValue.ECN_MARKS)).isEqualTo(expected.of(PortValue.ECN_MARKS));
      assertThat(result.of(SwitchValue.PAUSES_SENT)).isEqualTo(expected.of(SwitchValue.PAUSES_SENT));
    }
  }

  private static Recorder into(List<String> lines) {
    return new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        lines.add(flow.toString());
      }
    };
  }
}
