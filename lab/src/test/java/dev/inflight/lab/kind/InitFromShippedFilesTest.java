package dev.inflight.lab.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code init --from} of files in forms that other programs ship and that their documentation does not describe. */
class InitFromShippedFilesTest {
  private static final String LAYER = "mlp -1 60 ALLREDUCE 4096 60 ALLREDUCE 4096 60 REDUCESCATTER 8192 1\n";

  @TempDir
  private Path folder;

  private Program init(Path file, String... more) {
    Path scenario = folder.resolve("my.yaml");
    String[] all = new String[4 + more.length];
    System.arraycopy(new String[] {"init", scenario.toString(), "--from", file.toString()}, 0, all, 0, 4);
    System.arraycopy(more, 0, all, 4, more.length);
    return Program.run(all);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private void refused(Path file, String sentence, String... more) {
    Program init = init(file, more);
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains(sentence).doesNotContain("my.yaml:");
    assertThat(init.out()).isEmpty();
    assertThat(folder.resolve("my.yaml")).doesNotExist();
  }

  private static byte[] field(int tag, byte[]... contents) {
    var out = new ByteArrayOutputStream();
    for (byte[] each : contents) {
      out.writeBytes(each);
    }
    byte[] content = out.toByteArray();
    out.reset();
    if (tag > 0) {
      out.write(tag);
    }
    if (content.length > 127) {
      out.write(content.length & 0x7f | 0x80);
    }
    out.write(content.length > 127 ? content.length >> 7 : content.length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] text(String name, String value) {
    return field(0x12, field(0x0a, name.getBytes(StandardCharsets.UTF_8)), new byte[] {(byte) 0xea, 1},
        field(0, value.getBytes(StandardCharsets.UTF_8)));
  }

  /** Metadata of any length and attributes, as Chakra's text converter writes them, or none; a node of the older schema in front. */
  @ParameterizedTest
  @ValueSource(strings = {"short", "long", "longest", "version behind", "empty"})
  void recognizesTracesByAnyMetadata(String form) throws IOException {
    byte[] metadata = switch (form) {
      case "short" -> field(0, text("creator", "me"));
      case "long" -> field(0, text("schema", "1.0"), text("input_file", "layer one\n".repeat(40)));
      case "longest" -> field(0, text("input_file", "a line of a file\n".repeat(900)));
      case "version behind" -> field(0, text("schema", "1.0"), field(0x0a, "0.0.4".getBytes(StandardCharsets.UTF_8)));
      default -> new byte[] {0};
    };
    byte[] node = field(0, new byte[] {8, 3, 24, 7},
        field(82, field(10, "comm_type".getBytes(StandardCharsets.UTF_8)), new byte[] {72, 0}),
        field(82, field(10, "comm_size".getBytes(StandardCharsets.UTF_8)), new byte[] {72, 64}));
    for (int rank = 0; rank < 2; rank++) {
      try (var out = Files.newOutputStream(folder.resolve("t." + rank + ".et"))) {
        out.write(metadata);
        out.write(node);
      }
    }
    Path file = folder.resolve("t.0.et");
    assertThat(Program.run("run", file.toString()).err()).contains("this is an execution trace of Chakra, not a scenario");
    Program init = init(file);
    assertThat(init.exit()).as(init.err()).isZero();
    Program check = Program.run("check", folder.resolve("my.yaml").toString());
    assertThat(check.exit()).as(check.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "{'schema': '1.1', 'pid': 7, 'nodes': [{'id': 2, 'name': 'x', 'ctrl_deps': 1, 'inputs': {}}]}|an execution trace of PyTorch",
      "{'schema': '1.0', 'pid': 7, 'nodes': [{'name': 'x', 'id': 2, 'rf_id': 0, 'parent': 1}]}|an execution trace of PyTorch",
      "{'schemaVersion': 1, 'deviceProperties': [], 'traceEvents': []}|a trace of PyTorch's profiler"})
  void namesTheConverterOfTracesOfPyTorch(String json, String kind) throws IOException {
    Path file = write("1.0.2-x.0.0.4.json", json.replace('\'', '"'));
    refused(file, file + ": this is " + kind, "--topology", "star(hosts=8)");
    refused(file, "chakra_converter", "--flows", "incast");
    assertThat(Program.run("run", file.toString()).err()).contains("this is not a scenario but " + kind);
    Path scenario = write("s.yaml", "topology: star\nflows: trace(path=1.0.2-x.0.0.4.json)\n");
    assertThat(Program.run("check", scenario.toString()).err()).contains("this is " + kind, "chakra_converter");
  }

  /** The number of a version is no rank's. */
  @Test
  void namesAnExistingFileIfRankZeroHasNone() throws IOException {
    Path file = write("v1.3.json", "{\"workload_graph\": [{\"Id\": 1, \"NodeType\": 7, \"comm_type\": 0, \"comm_size\": 64}]}");
    refused(file,
        "v1.3.json: by its name this is the file of rank 3 of a Chakra trace, and the file of rank 0, 'v1.0.json', does not exist");
    refused(file, "v1.3.json: by its name this is the file of rank 3", "--topology", "star(hosts=8)");
  }

  @ParameterizedTest
  @CsvSource({"DATA_REORDER, 1", "MODEL_REORDER, and the number of all ranks", "TRANSFORMER, and the size of its groups",
      "HYBRID_NEW_2, and the size of its groups"})
  void namesPoliciesOfAstraSim(String policy, String nearest) throws IOException {
    refused(write("w.txt", policy + "\n1\n" + LAYER),
        "groups of astra-sim's policy " + policy
            + " are dimensions of its topology, which the file does not state; write HYBRID_TRANSFORMER_FWD_IN_BCKWD"
            + " model_parallel_NPU_group: " + nearest);
    assertThat(Program.run("run", folder.resolve("w.txt").toString()).err()).contains("this is a workload of AICB and SimAI");
  }

  /** A file with an unknown policy is recognized by its layers; a configuration has values after its keys. */
  @Test
  void recognizesUnknownPoliciesByLayers() throws IOException {
    refused(write("w.txt", "OWN_POLICY\n1\n" + LAYER), "w.txt:1: found 'OWN_POLICY' where HYBRID_TRANSFORMER_FWD_IN_BCKWD");
    Path config = write("config.txt", "CC_MODE 3\n5\nENABLE_QCN 1\n");
    refused(config, "this is a configuration of the HPCC authors' simulator");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "w.txt|HYBRID_TRANSFORMER model_parallel_NPU_group: 1 all_gpus: 1\\n1\\nx -1 9 NONE 0 9 NONE 0 9 NONE 0 9\\n",
      "c.goal|num_ranks 2\\nrank 0 {\\n}\\nrank 1 {\\nl1: calc 800\\n}\\n",
      "t.json|{\"workload_graph\": [{\"Id\": 1, \"NodeType\": 4, \"runtime\": 5, \"ctrl_deps\": []}]}"})
  void namesFilesWithoutMessages(String name, String text) throws IOException {
    Path file = write(name, text.replace("\\n", "\n"));
    refused(file, file + ": there are no flows and no messages between ranks in it, so there is nothing to simulate");
  }

  @Test
  void statesHowManyLayersThereAre() throws IOException {
    Path file = write("w.txt", "HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ga: 1\n4\n" + LAYER + LAYER + "\n" + LAYER);
    Program init = init(file);
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out()).contains("note: the file announces 4 layers and has 3, so the scenario states layers=3");
    assertThat(folder.resolve("my.yaml")).content().contains("trace(path=w.txt, ranks=4, layers=3)");
    Program check = Program.run("check", folder.resolve("my.yaml").toString());
    assertThat(check.exit()).as(check.err()).isZero();
  }

  /** The option works as the message writes it. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"pp: 2 pp_comm: 5|ga=8|trace(path=w.txt, ga=8)",
      "pp: 2 ga: 2|ppComm=48MB|trace(path=w.txt, ppComm=48MB)"})
  void namesTheOptionForParametersOfATrace(String header, String asked, String flows) throws IOException {
    Path file = write("w.txt", "HYBRID_TRANSFORMER model_parallel_NPU_group: 2 all_gpus: 8 " + header + "\n1\n" + LAYER);
    refused(file, asked + " in trace()");
    refused(file, "; with init that is --flows '" + flows + "'");
    Program init = init(file, "--flows", flows);
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(folder.resolve("my.yaml")).content().contains(flows);
  }

  @Test
  void takesTheLeastMessagesBetweenStages() throws IOException {
    Path file = write("w.txt", "HYBRID_TRANSFORMER model_parallel_NPU_group: 1 ep: 4 pp: 2 ga: 2 all_gpus: 8 pp_comm 0\n1\n"
        + "one -1 10 ALLREDUCE_EP 4096 10 NONE 0 10 NONE 0 10\n");
    Program init = init(file);
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out()).contains("w.txt:1: pp_comm 0: stages of the pipeline send each other messages of 1 byte");
    Program run = Program.run("run", folder.resolve("my.yaml").toString(), "--out", folder.resolve("out").toString());
    assertThat(run.exit()).as(run.err()).isZero();
  }
}
