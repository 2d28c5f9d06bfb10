package dev.inflight.lab.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import dev.inflight.lab.graph.goal.GoalEncoder;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code init --from FILE} writes a scenario that {@code check} accepts, or names the missing values. */
class InitFromTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"t.txt|3 1 1 2\\n2\\n0 2 100Gbps 1us 0\\n1 2 25000000000 1us 0\\n",
      "f.txt|2\\n0 5 3 100 5000 2\\n70 1 3 100 5000 2\\n900 1\\n", "c.txt|0 0\\n1000 0.6\\n5000 1\\n",
      "m.cm|Nodes 4\\nConnections 1\\n0->1 id 1 start 0 size 4000\\n",
      "a.goal|num_ranks 2\\nrank 0 {\\nl1: send 9b to 1 tag 1\\n}\\nrank 1 {\\nl1: recv 9b from 0 tag 1\\n}\\n",
      "f.csv|src,dst,size,start_us\\n0,70,1MB,0\\n3,0,5KB,2.5\\n", "sp ace.txt|1\\n0 5 3 100 5000 2\\n",
      "w.txt|HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 8 checkpoints: 0\\n1\\n"
          + "mlp -1 60000 ALLREDUCE 1048576 60000 ALLREDUCE 1048576 60000 REDUCESCATTER 4194304 100\\n"})
  void writesAScenarioThatRuns(String name, String text) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path file = Files.writeString(data.resolve(name), text.replace("\\n", "\n"));
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", file.toString());
    assertThat(init.err()).isEmpty();
    assertThat(init.exit()).isZero();
    assertThat(scenario).content().contains("data/" + name);
    assertThat(Program.run("check", scenario.toString()).exit()).isZero();
  }

  /** Two fabrics of two hosts each, which no cable joins. */
  private static final String ISLANDS = "6 2 4\n4 5\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 5 100Gbps 1us 0\n3 5 100Gbps 1us 0\n";

  @Test
  void readsFlowsOfATopologyWithoutPathsBetweenAllHosts() throws IOException {
    write("isl.txt", ISLANDS);
    Path flows = write("islf.txt", "2\n0 1 3 100 1000 0\n2 3 3 100 1000 0\n");
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", flows.toString(), "--topology", "file(isl.txt)");
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out()).doesNotContain("note: ");
    Program check = Program.run("check", scenario.toString());
    assertThat(check.out()).contains("can run: 2 flows of 4 hosts and 2 switches");
    Program wrong = Program.run("init", folder.resolve("no.yaml").toString(), "--from",
        write("w.txt", "1\n0 2 3 100 1000 0\n").toString(), "--topology", "file(isl.txt)");
    assertThat(wrong.err()).contains("w.txt:2: no path leads from host 0 to host 2");
  }

  @Test
  void namesInATableOfFlowsNeedATopologyWithThem() throws IOException {
    write("c.csv", "a,b,rate,delay\ngpu-0,tor,100G,1us\ngpu-1,tor,100G,1us\n");
    Path flows = write("f.csv", "from,to,size (MB),start (s)\ngpu-0,gpu-1,5,0\n");
    Path scenario = folder.resolve("my.yaml");
    assertThat(Program.run("init", scenario.toString(), "--from", flows.toString()).err())
        .contains("f.csv:2: there is no host 'gpu-0'");
    Program init = Program.run("init", scenario.toString(), "--from", flows.toString(), "--topology", "file(c.csv)");
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(Program.run("check", scenario.toString()).out()).contains("can run: 1 flow of 2 hosts and 1 switch");
  }

  @Test
  void choosesOneFlowWhereNoPathJoinsAllHosts() throws IOException {
    Path topology = write("isl.txt", ISLANDS.replace("6 2 4", "7 2 4").replace("4 5\n", "0 5\n").replace("0 4 ", "6 0 ")
        .replace("1 4 ", "1 0 ").replace("2 5 100", "4 5 100")); // host 2 has no cable, and host 1 is joined to host 6
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", topology.toString());
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out()).contains("note: no path joins some of the hosts, so the scenario has one flow,"
        + " flow(from=1, to=6, size=1MB); write your own flows there");
    Program run = Program.run("run", scenario.toString(), "--check");
    assertThat(run.exit()).as(run.err()).isZero();
    Program given = Program.run("init", folder.resolve("g.yaml").toString(), "--from", topology.toString(), "--flows",
        "permutation");
    assertThat(given.exit()).isEqualTo(2);
    assertThat(given.err()).contains("g.yaml:").contains("no path leads from host ");
  }

  private static final String WORKLOAD = "1\\nmlp -1 60000 ALLREDUCE 1048576 60000 ALLREDUCE 1048576 60000 REDUCESCATTER 4194304 100\\n";

  /** The scenario states values that the header lacks, with the least ranks that give each group two, and a note names them. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 ep: 2 pp: 1 vpp: 1 ga: 1 checkpoints: 0|ranks=8|all_gpus",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 pp: 2 ga: 3 pp_comm: 4096|ranks=8|all_gpus",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD ep: 1|ranks=16, gpusPerServer=8|all_gpus and no model_parallel_NPU_group",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD all_gpus: 16|gpusPerServer=8|model_parallel_NPU_group", "MICRO|ranks=8|all_gpus"})
  void statesTheMissingParametersOfAnAicbWorkload(String header, String parameters, String missing) throws IOException {
    Path file = Files.writeString(folder.resolve("w.txt"),
        (header + "\\n" + (header.equals("MICRO") ? MICRO : WORKLOAD)).replace("\\n", "\n"));
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", file.toString());
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out()).contains("note: the header has no " + missing + ", so the scenario states "
        + parameters.replace(", ", " and ") + "; write your own numbers there");
    assertThat(scenario).content().contains("trace(path=w.txt, " + parameters + ")");
    Program check = Program.run("check", scenario.toString());
    assertThat(check.exit()).as(check.err()).isZero();
    assertThat(check.out()).doesNotContain("all_gpus");
  }

  private static final String ALL_REDUCE_IN_JSON = "{\n  \"workload_graph\": [{\"Id\": 1, \"NodeType\": 7, \"comm_type\": 0,"
      + " \"comm_size\": 64}]}";
  private static final String MICRO = "1\\nmicro_test -1 1 NONE 0 1 NONE 0 1 ALLGATHER 4096 1\\n";

  /** A file of each kind of {@link FileKind}, also of those that are binary or several files. */
  @ParameterizedTest
  @EnumSource(FileKind.class)
  void everyKindGivesAScenarioThatRuns(FileKind kind) throws IOException {
    Path file = example(kind);
    assertThat(NamedFile.open(file).kind()).isEqualTo(kind);
    checkScenarioFrom(file);
  }

  private void checkScenarioFrom(Path file) {
    Path scenario = folder.resolve("from-" + file.getFileName() + ".yaml");
    Program init = Program.run("init", scenario.toString(), "--from", file.toString());
    assertThat(init.exit()).as(init.err()).isZero();
    Program check = Program.run("check", scenario.toString());
    assertThat(check.exit()).as(check.err()).isZero();
  }

  private Path example(FileKind kind) throws IOException {
    return switch (kind) {
      case TOPOLOGY -> write("t", "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
      case CABLES -> write("c", """
          source,target,speed
          host1,leaf,100G
          host2,leaf,100G
          """);
      case HTSIM_TOPOLOGY -> write("h", """
          Nodes 4
          Tiers 2
          Podsize 4
          Tier 0
          Downlink_speed_Gbps 100
          Radix_Up 2
          Radix_Down 2
          Downlink_Latency_ns 1000
          Tier 1
          Downlink_speed_Gbps 100
          Radix_Down 2
          Downlink_Latency_ns 1000
          """);
      case FLOWS -> write("f", "2\n0 5 3 100 5000 2\n70 1 3 100 5000 2\n");
      case SIZES -> write("c", "0 0\n1000 60\n5000 100\n");
      case AICB ->
        write("w", "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 all_gpus: 4\n" + WORKLOAD.replace("\\n", "\n"));
      case GOAL -> write("g", "num_ranks 2\nrank 0 {\nl1: send 9b to 1 tag 1\n}\nrank 1 {\nl1: recv 9b from 0 tag 1\n}\n");
      case MATRIX -> write("m", "Nodes 4\nConnections 2\n0->1 id 1 msg 1 start 0 size 40\n0->1 id 1 msg 2 start 9000 size 40\n");
      case CHAKRA -> {
        for (int rank = 1; rank >= 0; rank--) {
          write("k." + rank + ".json", ALL_REDUCE_IN_JSON);
        }
        yield folder.resolve("k.1.json"); // any rank's
      }
    };
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** Forms of kinds that are not text: GOAL, Chakra of the current and of older schemas, compressed, and JSON by the name of binary. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"g.bin|GOAL", "s.bin.x|GOAL", "v.0.et|CHAKRA", "a.0.et|CHAKRA", "l.0.et|CHAKRA",
      "z.0.et.gz|CHAKRA", "j.0.et|CHAKRA"})
  void otherFormsOfKindsGiveAScenarioThatRuns(String name, FileKind kind) throws IOException {
    byte[] version = {7, 10, 5, '0', '.', '0', '.', '4'};
    byte[] attribute = {12, 18, 10, 10, 1, 'a', (byte) 0xEA, 1, 4, 'b', 'c', 'd', 'e'}; // no version
    byte[] bytes = switch (name) {
      case "g.bin", "s.bin.x" -> GoalEncoder.example();
      case "a.0.et" -> joined(attribute, allReduce());
      case "l.0.et" -> new byte[] {12, 8, 3, 18, 1, 'x', 24, 6, 104, 1, (byte) 0x90, 1, 64}; // schema 0.0.1
      case "j.0.et" -> ALL_REDUCE_IN_JSON.getBytes(StandardCharsets.UTF_8);
      default -> joined(version, allReduce());
    };
    for (String each : new String[] {name.replace(".0.", ".1."), name}) {
      try (OutputStream file = Files.newOutputStream(folder.resolve(each));
          OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(file) : file) {
        out.write(bytes);
      }
    }
    assertThat(NamedFile.open(folder.resolve(name)).kind()).isEqualTo(kind);
    checkScenarioFrom(folder.resolve(name));
  }

  /** A node of schema 0.0.4 with identifier 3 and type 7, a collective, and the attributes comm_type 0 and comm_size 64. */
  private static byte[] allReduce() {
    byte[] begin = {34, 8, 3, 24, 7};
    return joined(joined(begin, attribute("comm_type", 0)), attribute("comm_size", 64));
  }

  private static byte[] attribute(String name, int value) {
    byte[] begin = {82, 13, 10, 9};
    byte[] end = {72, (byte) value};
    return joined(joined(begin, name.getBytes(StandardCharsets.UTF_8)), end);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Traces of symbolic_tensor_graph have work instead of durations, and the ranks of groups in a file of the traces' folder. */
  private static final String TENSORS = """
      {"nodes": [{"id": 1, "node_type": "comp_node", "num_ops": 5000000, "tensor_size": 8, "data_deps": [], "ctrl_deps": []},
      {"id": 2, "node_type": "coll_comm_node", "data_deps": [1], "ctrl_deps": [], "comm_size": 400, "comm_type": "ALL_REDUCE",
      "comm_group": 7}]}
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"comm_group.json|comm_group.json", "workload|workload", "any.json|any.json",
      "comm_group.json workload.json|workload.json", "any.json comm_group.json|comm_group.json"})
  void statesTheNeedsOfTracesOfTensors(String files, String chosen) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    for (String each : files.split(" ")) {
      Files.writeString(data.resolve(each), "{\"7\": [1, 0]}");
    }
    Files.writeString(data.resolve("other.json"), "{\"ranks\": 2, \"7\": [1, 0]}");
    Files.writeString(data.resolve("damaged.json"), "{\"7\": [");
    Files.writeString(data.resolve("lists.json"), "{\"x\": [1, 2], \"y\": [0.5]}");
    Files.writeString(data.resolve("workload.1.et"), TENSORS);
    Path trace = Files.writeString(data.resolve("workload.0.et"), TENSORS);
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", trace.toString());
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out().lines().filter(line -> line.startsWith("note: "))).containsExactly(
        "note: nodes have floating-point operations (num_ops) and no duration, so the scenario states flops=100e12,"
            + " how many a GPU does in a second; write your own number there",
        "note: the ranks of process groups are read from " + chosen + " beside the trace");
    assertThat(scenario).content().contains("trace(path=data/workload.0.et, flops=100e12, commGroups=data/" + chosen + ")");
    Program run = Program.run("run", scenario.toString(), "--check");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("warning");
  }

  @Test
  void statesBandwidthOfMemoryWithoutDurations() throws IOException {
    Path trace = write("m.0.json",
        "{\"nodes\": [{\"id\": 1, \"node_type\": \"MEM_LOAD_NODE\", \"tensor_size\": 8000},"
            + " {\"id\": 2, \"node_type\": \"COMP_NODE\", \"runtime\": 3, \"num_ops\": 4},"
            + " {\"id\": 3, \"node_type\": \"COMM_SEND_NODE\", \"comm_dst\": 1, \"comm_size\": 9}]}");
    write("m.1.json", "{\"nodes\": [{\"id\": 3, \"node_type\": \"COMM_RECV_NODE\", \"comm_src\": 0, \"comm_size\": 9}]}");
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", trace.toString());
    assertThat(init.out()).as(init.err()).contains("so the scenario states memoryBandwidth=2e12, in bytes a second;")
        .doesNotContain("flops", "warning");
    assertThat(scenario).content().contains("trace(path=m.0.json, format=chakra, memoryBandwidth=2e12)");
    assertThat(Program.run("check", scenario.toString()).exit()).isZero();
  }

  /** No note is printed about a scenario that is not written. */
  @Test
  void rejectsTracesOfTensorsWithoutGroups() throws IOException {
    write("any.json", "{\"7\": [1, 0]}");
    write("some.json", "{\"7\": [0, 1]}"); // either of the two may be meant
    write("workload.1.et", TENSORS);
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", write("workload.0.et", TENSORS).toString());
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err())
        .endsWith("workload.0.et: rank 0, node 2: neither the rank's metadata nor commGroups define the ranks of process group"
            + " '7'; give the file that does, as in commGroups=comm_group.json; with init that is"
            + " --flows 'trace(path=workload.0.et, flops=100e12, commGroups=comm_group.json)'\n");
    assertThat(init.out()).isEmpty();
    assertThat(scenario).doesNotExist();
  }

  @Test
  void printsNoNotesOnARejectedWorkload() throws IOException {
    Path file = write("w.txt", "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2\n2\n");
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", file.toString());
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains("w.txt:3: line 2 announces 2 layers");
    assertThat(init.out()).isEmpty();
    assertThat(scenario).doesNotExist();
  }

  /** Nodes 0 and 1 need not be hosts. */
  @Test
  void namesATopologyWithSwitchesFirst() throws IOException {
    checkScenarioFrom(write("t.txt", "4 2 3\n0 1\n0 1 100Gbps 1us 0\n2 0 100Gbps 1us 0\n3 1 100Gbps 1us 0\n"));
  }

  @Test
  void rejectsUnknownAndUnsupportedInput() throws IOException {
    Path other = Files.writeString(folder.resolve("x"), "topology: star\n");
    Path scenario = folder.resolve("my.yaml");
    assertThat(Program.run("init", scenario.toString(), "--from", other.toString()).err()).isEqualTo(
        "inflight: " + other + ": this is not a file that a scenario can name: a topology, flows, sizes or a trace\n");
    Path cut = Files.writeString(folder.resolve("t.txt"), "3 1 3\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    assertThat(Program.run("init", scenario.toString(), "--from", cut.toString()).err())
        .contains("t.txt:1: the number of links is 3, found 2");
    assertThat(scenario).doesNotExist();
  }
}
