package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --fast}: periods that a run leaves out, and its report about them. */
class FastOptionTest {
  @TempDir
  private Path folder;
  private String file = "";

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=2)\nflows: incast(senders=1, size=4MB)\n")
        .toString();
  }

  private Program run(String... options) {
    var arguments = new ArrayList<>(List.of("run", "--force", "--out", folder.resolve("out").toString()));
    arguments.addAll(List.of(options));
    return Program.run(arguments.toArray(String[]::new));
  }

  private String written(String name) throws IOException {
    return Files.readString(folder.resolve("out").resolve(name));
  }

  @Test
  void acceptsTheFileAfterTheOption() throws IOException {
    Program program = run("--fast", file);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("\nfast        skipped ", " stretches; packet-hops simulated ", ", credited ",
        "; estimated error ", "one thread (fidelity fast leaves stretches out)");
    assertThat(written("scenario.yaml")).contains("fidelity: 'fast(error=0.5%)'\n");
    assertThat(written("summary.json")).contains("\"fidelity\" : \"fast(error=0.5%)\"", "\"packetHopsCredited\" : ",
        "\"fastForwards\" : ", "\"skippedSeconds\" : ", "\"estimatedError\" : ", "\"deliveredBytes\" : 4000000,");
  }

  @Test
  void readsTheErrorAfterAnEqualsSign() throws IOException {
    assertThat(run(file, "--fast=0.2%", "--threads", "2").exit()).isZero();
    String flows = written("flows.csv");
    assertThat(written("scenario.yaml")).contains("fidelity: 'fast(error=0.2%)'\n");
    assertThat(run(file, "--fast=0.2%", "--threads", "1").exit()).isZero();
    assertThat(written("flows.csv")).isEqualTo(flows);
    assertThat(run(file, "--fast=2").err()).isEqualTo(
        "inflight: --fast: parameter error of fast: value '2' has no percent sign; did you mean 2%?\n");
    assertThat(run(file, "--fast", "--set", "fidelity=full").err())
        .isEqualTo("inflight: --set fidelity: 'fidelity' is set twice, before by --fast\n");
  }

  @Test
  void reportsWhyNothingIsSkipped() {
    Program program = run(file, "--fast", "--set", "flows=incast(senders=1, size=10KB)");
    assertThat(program.err())
        .contains("inflight: note: fidelity fast leaves nothing out: flows are too short, or start and end too often\n");
    assertThat(program.out()).contains(
        "\nfast        nothing skipped: a flow starts or ends every 400 ns, and a stretch takes 126 us without that\n");
    assertThat(run(file).out()).doesNotContain("\nfast ");
  }

  /** Flows that may end late are watched: behind a narrow cable, with events, and where cables lose packets or NICs are limited. */
  @ParameterizedTest
  @ValueSource(strings = {"topology=dumbbell(left=1, right=1, bottleneckRate=1Gbps)",
      "events=[{at: 3us, link: [0, 2], state: down}, {at: 30ms, link: [0, 2], state: up}]", "lossRate=0.001",
      "nic=engines(engines=6, flowsPerEngine=50, tick=5ns)"})
  void skipsNothingIfFlowsMayEndLate(String change) {
    String flow = "flows=flow(from=0, to=1, size=100KB)";
    String note = "fidelity fast leaves nothing out";
    assertThat(run(file, "--fast", "--set", flow).err()).contains(note);
    Program program = run(file, "--fast", "--set", flow, "--set", change);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err()).doesNotContain(note);
  }

  @Test
  void capturesHoldEveryPacket() throws IOException {
    Program program = run(file, "--fast", "--pcap", "0:1");
    assertThat(program.err()).contains("fidelity is full here, as captures hold every packet\n");
    assertThat(written("summary.json")).contains("\"fidelity\" : \"full\"").doesNotContain("estimatedError");
  }

  @Test
  void explanationFollowsEveryPacket() {
    run(file, "--fast");
    Program explain = Program.run("explain", folder.resolve("out").toString(), "0");
    assertThat(explain.exit()).isEqualTo(2);
    assertThat(explain.err())
        .startsWith("inflight: fidelity fast leaves packets out, and explain follows every packet of the flow;");
  }
}
