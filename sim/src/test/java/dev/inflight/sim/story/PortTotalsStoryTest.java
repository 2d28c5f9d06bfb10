package dev.inflight.sim.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results of a port are the frames that went into its cable up to the end of the simulated time, and no later ones. */
class PortTotalsStoryTest {
  /** A frame that went into a cable: when its first bit did, and for how long. */
  private record Sent(long startPs, long takesPs, int bytes) {
  }

  static IntStream stories() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("stories")
  void portTotalsEqualTheFramesOnTheirCables(int story) {
    Setup setup = Mechanisms.of(story).build();
    var cables = new ConcurrentHashMap<Integer, List<Sent>>();
    Division division = Division.of(setup.topology(), 1 + story % 3);
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> {
      var sent = new ArrayList<Sent>();
      cables.put(from.index(), sent);
      return (packet, endPs) -> {
        long takesPs = from.transmitPs(packet.sizeBytes);
        sent.add(new Sent(endPs - takesPs, takesPs, packet.sizeBytes));
        wire.send(packet, endPs);
      };
    }, division);
    simulation.runOn(division.parts(), 0);
    RunResult result = simulation.run();
    long frames = 0;
    long allFrames = 0;
    for (PortTotals port : simulation.portTotals()) {
      List<Sent> all = cables.get(port.port().index());
      List<Sent> inTime = all.stream().filter(sent -> sent.startPs <= result.endPs()).toList();
      assertThat(port.of(PortValue.SENT_FRAMES)).as("%d: %s", story, port.port()).isEqualTo(inTime.size());
      assertThat(port.of(PortValue.SENT_BYTES)).isEqualTo(inTime.stream().mapToLong(Sent::bytes).sum());
      assertThat(port.of(PortValue.SENDING))
          .isEqualTo(inTime.stream().mapToLong(sent -> Math.min(sent.takesPs, result.endPs() - sent.startPs)).sum());
      frames += port.of(PortValue.SENT_FRAMES);
      allFrames += all.size();
    }
    assertThat(result.packetHops()).isEqualTo(allFrames).isGreaterThanOrEqualTo(frames);
  }
}
