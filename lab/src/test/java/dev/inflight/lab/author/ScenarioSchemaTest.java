package dev.inflight.lab.author;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.lab.GoldenErrors;
import dev.inflight.lab.ShippedScenarios;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation of scenarios against the schema by an independent validator. */
class ScenarioSchemaTest {
  private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
      .getSchema(ScenarioSchema.text(), InputFormat.JSON);

  static List<Path> scenarios() {
    return ShippedScenarios.all();
  }

  static List<Path> runnable() {
    return ShippedScenarios.ofOneRun();
  }

  private static List<String> wrong(String yaml) {
    var sentences = new ArrayList<String>();
    SCHEMA.validate(yaml, InputFormat.YAML).forEach(error -> sentences.add(error.toString()));
    return sentences;
  }

  @Test
  void shippedSchemaIsUpToDate() throws IOException {
    assertThat(Files.readString(ShippedScenarios.FOLDER.resolve(ScenarioSchema.FILE_NAME), UTF_8))
        .as("./inflight schema > scenarios/" + ScenarioSchema.FILE_NAME).isEqualTo(ScenarioSchema.text());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void acceptsEveryScenario(Path file) throws IOException {
    assertThat(wrong(Files.readString(file))).isEmpty();
  }

  /** Every default is written out, so that each key is there. */
  @ParameterizedTest
  @MethodSource("runnable")
  void acceptsEveryResolvedScenario(Path file) {
    assertThat(wrong(ScenarioWriter.write(ScenarioReader.read(file)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheme: [hpcc, 'DCQCN(kmin=1)']", "seed: [1, 2]", "acks: {every: [1, 4]}", "buffer: 33554432",
      "until: 3\u00B5s", "series: {every: 1us, ports: [[4, 1]], flows: [0]}", "series: none",
      "classes: [{name: a, flows: incast, priority: 3}]", "events: [{at: 1us, link: [0, 4], state: down}]",
      "sample: {from: first-flow, until: unlimited}"})
  void acceptsWhatReadersAccept(String line) {
    assertThat(wrong("topology: star\nflows: incast\n" + line)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheme: hpc", "scheme: hpcc(eta=1", "sceme: hpcc", "seed: x", "until: 3", "buffer: 3MX", "pfc: maybe",
      "lossRate: 1.5", "acks: {often: 3}", "acks: {every: 0}", "ecn: [{rate: 100Gbps}]",
      "events: [{at: 1us, link: [0], state: down}]", "events: [{at: 1us, link: [0, 1], state: off}]",
      "classes: [{name: a b, flows: incast}]", "ties: random", "series: {every: 1us, ports: [[4, 0]]}",
      "series: {every: 1us, ports: [[4, name]]}"})
  void rejectsWhatReadersReject(String line) {
    assertThat(wrong("topology: star\nflows: incast\n" + line)).isNotEmpty();
  }

  @Test
  void requiresTopologyAndFlows() {
    assertThat(wrong("topology: star")).isNotEmpty();
    assertThat(wrong("topology: star\nclasses: [{name: a, flows: incast}]")).isEmpty();
    assertThat(wrong("flows: incast")).isNotEmpty();
  }

  /** The schema accepts more than the reader: it checks neither parameters in brackets nor conditions between keys. */
  @Test
  void findsMostErrorsOfTheReader() {
    long both = GoldenErrors.of("scenario.txt").map(one -> String.join("\n", one.input()).replace("\\t", "\t"))
        .filter(yaml -> !yaml.isBlank()).filter(ScenarioSchemaTest::isRefused).count();
    assertThat(both).isGreaterThan(30);
  }

  private static boolean isRefused(String yaml) {
    try {
      return !wrong(yaml).isEmpty();
    } catch (RuntimeException noYaml) {
      return true;
    }
  }

  @Test
  void everyKeyHasAMeaning() {
    assertThat(ScenarioKeys.declared()).allSatisfy(key -> {
      assertThat(key.meaning()).matches("[a-zT].{20,}[^.]");
    });
  }
}
