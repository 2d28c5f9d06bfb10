package dev.inflight.lab.scenario.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.FabricEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each state: read, written, read back, and described in a sentence. */
class EventStatesTest {
  /** Entries, each with its written form and its sentence. */
  private static final Map<String, List<String>> EXAMPLES = Map.ofEntries( //
      Map.entry("{at: 1ms, node: 3, state: pfc-storm, priority: 4, port: 1, for: 2ms}",
          List.of("{at: 1ms, node: 3, state: pfc-storm, port: 1, priority: 4, until: 3ms}",
              "host 3 paused priority 4 without end, a PFC storm at port 1 from 1.00 ms to 3.00 ms")),
      Map.entry("{at: 1ms, node: 3, state: slow-receiver, rate: 5Gbps}",
          List.of("{at: 1ms, node: 3, state: slow-receiver, rate: 5Gbps, buffer: 1MB}",
              "host 3 took packets at 5Gbps only from 1.00 ms on")),
      Map.entry("{at: 1ms, node: 3, state: slow-sender, rate: 25Gbps, for: 1ms}",
          List.of("{at: 1ms, node: 3, state: slow-sender, rate: 25Gbps, until: 2ms}",
              "host 3 sent at 25.0 Gb/s only from 1.00 ms to 2.00 ms")),
      Map.entry("{at: 1ms, node: 3, state: slow-sender, rate: 25Gbps, port: 1}",
          List.of("{at: 1ms, node: 3, state: slow-sender, port: 1, rate: 25Gbps}",
              "host 3 sent at 25.0 Gb/s only at port 1 from 1.00 ms on")),
      Map.entry("{at: 1ms, link: [4, 7], state: degraded, rate: 50Gbps, announced: true, for: 1ms}",
          List.of("{at: 1ms, link: [4, 7], state: degraded, rate: 50Gbps, announced: true, until: 2ms}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) was trained down to 50.0 Gb/s from 1.00 ms to 2.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: degraded, rate: 25Gbps, announced: false}",
          List.of("{at: 1ms, link: [4, 7], state: degraded, rate: 25Gbps}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) was at 25.0 Gb/s from 1.00 ms on")),
      Map.entry("{at: 1ms, node: 2, state: slow-compute, factor: 2.5}", List.of(
          "{at: 1ms, node: 2, state: slow-compute, factor: 2.5}", "host 2 took 2.5 times as long to compute from 1.00 ms on")),
      Map.entry("{at: 1ms, link: [leaf0, spine1], state: down}",
          List.of("{at: 1ms, link: [4, 7], state: down}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) was down from 1.00 ms on")),
      Map.entry("{at: 1ms, link: [4, 7], state: down, for: 4ms}",
          List.of("{at: 1ms, link: [4, 7], state: down, until: 5ms}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) was down from 1.00 ms to 5.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: up}",
          List.of("{at: 1ms, link: [4, 7], state: up}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) came back at 1.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], direction: [spine1, leaf0], state: down, for: 1ms}",
          List.of("{at: 1ms, link: [7, 4], direction: [7, 4], state: down, until: 2ms}",
              "the cable from spine1 (switch 7) to leaf0 (switch 4) lost all packets, unnoticed, from 1.00 ms to 2.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: degraded, rate: 25Gbps}",
          List.of("{at: 1ms, link: [4, 7], state: degraded, rate: 25Gbps}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) was at 25.0 Gb/s from 1.00 ms on")),
      Map.entry("{at: 1ms, link: [4, 7], direction: [4, 7], state: degraded, rate: 25Gbps, for: 1ms}",
          List.of("{at: 1ms, link: [4, 7], direction: [4, 7], state: degraded, rate: 25Gbps, until: 2ms}",
              "the cable from leaf0 (switch 4) to spine1 (switch 7) was at 25.0 Gb/s from 1.00 ms to 2.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: lossy, loss: 0.001}",
          List.of("{at: 1ms, link: [4, 7], state: lossy, loss: 0.001}",
              "the cable between leaf0 (switch 4) and spine1 (switch 7) lost packets at a rate of 0.001 from 1.00 ms on")),
      Map.entry("{at: 1ms, link: [4, 7], state: lossy, ber: 1e-7, until: 2ms}", List.of(
          "{at: 1ms, link: [4, 7], state: lossy, ber: 0.00000010, until: 2ms}",
          "the cable between leaf0 (switch 4) and spine1 (switch 7) had wrong bits at a rate of 0.00000010 from 1.00 ms to 2.00 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: flapping, period: 1ms, duty: 0.25, count: 3}", List.of(
          "{at: 1ms, link: [4, 7], state: flapping, period: 1ms, duty: 0.25, count: 3}",
          "the cable between leaf0 (switch 4) and spine1 (switch 7) was down for 0.25 of each 1.00 ms from 1.00 ms to 3.25 ms")),
      Map.entry("{at: 1ms, link: [4, 7], state: flapping, period: 1ms, duty: 0.25, until: 3.5ms}", List.of(
          "{at: 1ms, link: [4, 7], state: flapping, period: 1ms, duty: 0.25, count: 2}",
          "the cable between leaf0 (switch 4) and spine1 (switch 7) was down for 0.25 of each 1.00 ms from 1.00 ms to 2.25 ms")),
      Map.entry("{at: 1ms, link: [4, 7], direction: [7, 4], state: flapping, period: 1ms, duty: 0.25, count: 3}", List.of(
          "{at: 1ms, link: [7, 4], direction: [7, 4], state: flapping, period: 1ms, duty: 0.25, count: 3}",
          "the cable from spine1 (switch 7) to leaf0 (switch 4) lost all packets, unnoticed, for 0.25 of each 1.00 ms from 1.00 ms"
              + " to 3.25 ms")),
      Map.entry("{at: 1ms, node: spine1, state: down, until: 3ms}",
          List.of("{at: 1ms, node: 7, state: down, until: 3ms}", "spine1 (switch 7) was down from 1.00 ms to 3.00 ms")),
      Map.entry("{state: up, at: 1ms, node: 0}", List.of("{at: 1ms, node: 0, state: up}", "host 0 came back at 1.00 ms")));

  @TempDir
  private Path folder;

  private Scenario read(String entry) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"),
        "topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=2)\nflows: [incast(senders=3), 'collective(op=all-reduce)']\nevents: ["
            + entry + "]\n"));
  }

  @Test
  void eachIsReadWrittenAndPrinted() throws IOException {
    for (Map.Entry<String, List<String>> example : EXAMPLES.entrySet()) {
      Scenario scenario = read(example.getKey());
      Topology topology = scenario.setup().topology();
      FabricEvent event = scenario.setup().events().getFirst();
      assertThat(EventText.write(event)).isEqualTo(example.getValue().getFirst());
      assertThat(ScenarioWriter.write(scenario)).contains(example.getValue().getFirst());
      assertThat(EventText.sentence(event, topology)).isEqualTo(example.getValue().getLast());
      assertThat(read(example.getValue().getFirst()).setup().events()).containsExactly(event);
    }
  }

  @Test
  void eachStateHasAnExampleAndItsOwnType() throws IOException {
    for (String entry : EXAMPLES.keySet()) {
      assertThat(EventStates.ALL).contains(EventStates.of(read(entry).setup().events().getFirst()));
    }
    assertThat(EventStates.ALL).allSatisfy(state -> assertThat(EXAMPLES.keySet())
        .anyMatch(entry -> entry.contains("state: " + state.word()) && entry.contains(state.place().name() + ": ")));
    assertThat(EventStates.ALL).extracting(EventState::type).doesNotHaveDuplicates();
  }

  @Test
  void rejectsRatesOfHostAndCableInEitherOrder() {
    String sender = "{at: 1ms, node: 0, state: slow-sender, rate: 25Gbps}";
    String cable = "{at: 2ms, link: [0, 4], direction: [0, 4], state: degraded, rate: 50Gbps}";
    for (String both : List.of(sender + ", " + cable, cable + ", " + sender)) {
      assertThatThrownBy(() -> read(both)).isInstanceOf(InputError.class)
          .hasMessageContaining("both set the same property of one cable");
    }
  }
}
