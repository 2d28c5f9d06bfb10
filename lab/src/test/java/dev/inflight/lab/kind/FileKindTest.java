package dev.inflight.lab.kind;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a scenario names are recognized by their first bytes, and scenarios are not mistaken for them. */
class FileKindTest {
  private static final String AICB_HEADER = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ";

  @TempDir
  private Path folder;

  private static Optional<NamedFile> of(String name, String text) {
    return NamedFile.of(Path.of(name), text.replace("\\n", "\n").replace("\\0", "\0").getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"TOPOLOGY|3 1 2\\n2\\n0 2 100Gbps 1us 0", "TOPOLOGY|3 1 1 2\\n2\\n0 2 100Gbps 1us 0",
      "TOPOLOGY|10 2 1 1 2 A100\\n8 9\\n", "TOPOLOGY|8 0 8\\n\\n0 1 25Gbps 0.005ms 0",
      "TOPOLOGY|208 80 16 32 16 384\\n128\\n129\\n", "HTSIM_TOPOLOGY|# a tree\\nNodes 16\\nTiers 3\\nPodsize 4\\n",
      "HTSIM_TOPOLOGY|tiers 2\\npodsize 12\\nnodes 12\\n", "FLOWS|2\\n0 1 3 100 5000 2\\n", "FLOWS|2 \\n\\n0 1 3 5000 2\\n",
      "FLOWS|1\\n2 1 3 10000000 2.0 9.5\\n", "FLOWS|# made\\nfrom,to,size (MB),start (s)\\ngpu-0,gpu-1,5,0\\n",
      "FLOWS|flow_id;src;dst;flow_size_bytes;start_us\\n1;0;1;100000;0\\n", "CABLES|src,dst,rate,delay\\na,b,400G,1us\\n",
      "SIZES|0 0\\n1000 60\\n5000 100", "SIZES|1744.70\\n1 0.025\\n2 0.05", "SIZES|# p size\\n0 0\\n0.5 100",
      "SIZES|0 1 0\\n6 1 0.15", "SIZES|0,0\\n1000,0.5",
      "AICB|" + AICB_HEADER + "all_gpus: 16\\n1\\nmlp -1 1 NONE 0 1 NONE 0 1 NONE 0 1",
      "AICB|MICRO\\n19\\nmicro_test -1 1 NONE 0", "GOAL|num_ranks 4\\n\\nrank 0 {",
      "GOAL|/* a\\n comment */ // more\\nnum_ranks 2", "MATRIX|Nodes 16\\nConnections 2\\n0->1 start 0 size 5",
      "MATRIX|# x\\nNodes 4\\nConnections 1\\nFailures 1",
      "CHAKRA|{\"schema\": \"1.0\", \"nodes\": [{\"id\": 1, \"ctrl_deps\": []}]}"})
  void recognizesKinds(FileKind kind, String text) {
    assertThat(of("x", text)).map(NamedFile::kind).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"topology: star\nflows: incast\n", "# 3 1 2\ntopology: star\n", "{topology: star, flows: incast}",
      "2\\n0 1 3 100 5 6 7 8 9\\n", "10\\n0 1413\\n1 50\\n", "ENABLE_QCN 1\nUSE_DYNAMIC_PFC_THRESHOLD 1\n", "CC_MODE 3\n5\n", "",
      "   \n", "hello", "7", "---\ntopology: star"})
  void recognizesNoKindOfScenariosAndOtherFiles(String text) {
    assertThat(of("s.yaml", text)).isEmpty();
  }

  @Test
  void recognizesBinaryForms() {
    assertThat(of("x", "\u007f\u0010\\0\\0\\0\\0\\0\\0\u0009\\0\\0\\0\\0\\0"))
        .contains(new NamedFile(Path.of("x"), FileKind.GOAL, 9, Map.of(), List.of()));
    assertThat(of("x", "\u0007\n\u00050.0.4")).map(NamedFile::kind).contains(FileKind.CHAKRA);
    assertThat(of("x.et.gz", "\u001f\u008b\u0008\\0")).map(NamedFile::kind).contains(FileKind.CHAKRA);
    assertThat(of("x.gz", "\u001f\u008b\u0008\\0")).isEmpty();
  }

  @Test
  void countsRanksOfChakraByTheirFiles() throws IOException {
    for (int rank = 0; rank < 3; rank++) {
      Files.writeString(folder.resolve("llama." + rank + ".et"), "\u0007\n\u00050.0.4");
    }
    assertThat(NamedFile.of(folder.resolve("llama.1.et"), Files.readAllBytes(folder.resolve("llama.1.et"))))
        .map(NamedFile::topology).contains("star(hosts=3)");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"t.txt|3 1 2\\n2\\n|file(t.txt)|permutation",
      "f.txt|1\\n0 5 3 100 5000 2|leaf-spine|file(f.txt)", "c.txt|0 0\\n9 100|leaf-spine|poisson(load=0.3, sizes=file(c.txt))",
      "w.txt|" + AICB_HEADER + "all_gpus: 16\\n1\\nx|star(hosts=16)|trace(path=w.txt)",
      "w.csv|" + AICB_HEADER + "all_gpus: 16\\n1\\nx|star(hosts=16)|trace(path=w.csv, format=aicb)",
      "a.goal|num_ranks 100\\n|leaf-spine(leaves=4, spines=8, hostsPerLeaf=32)|trace(path=a.goal)",
      "b.goal|num_ranks 9216\\n|fat-tree(pods=18, torsPerPod=16, aggsPerPod=8, cores=32, hostsPerTor=32)|trace(path=b.goal)",
      "my file|Nodes 4\\nConnections 1|star(hosts=4)|trace(path=\"my file\", format=cm)"})
  void namesTheFileInAScenario(String name, String text, String topology, String flows) {
    NamedFile file = of(name, text).orElseThrow();
    assertThat(file.topology()).isEqualTo(topology);
    assertThat(file.flows()).isEqualTo(flows);
  }

  /** Flows may have numbers before them, and no lines after those that the first line announces. */
  @ParameterizedTest
  @CsvSource({"1\\n0 5 3 100 5000 2\\n0 9 3 100 5000 2, 6", "2\\n0 5 3 3 100 5000 2\\n1 2 8 3 100 5000 2, 9"})
  void countsHostsOfFlows(String text, int hosts) throws IOException {
    Path file = Files.writeString(folder.resolve("flows.txt"), text.replace("\\n", "\n"));
    assertThat(NamedFile.open(file).topology()).isEqualTo("star(hosts=" + hosts + ")");
  }

  @Test
  void namesTheCommandOfOtherFiles() throws IOException {
    Path capture = Files.write(folder.resolve("a.pcap"),
        new byte[] {(byte) 0xd4, (byte) 0xc3, (byte) 0xb2, (byte) 0xa1, 2, 0, 4, 0});
    assertThat(Program.run("run", capture.toString()).err())
        .contains("this is not a scenario but a capture of packets; './inflight decode FILE' reads it");
    assertThat(Program.run("init", folder.resolve("s.yaml").toString(), "--from", capture.toString()).err())
        .contains("this is a capture of packets; './inflight decode FILE' reads it");
    Path summary = Files.writeString(folder.resolve("summary.json"),
        "{\n  \"scheme\" : \"hpcc\",\n  \"simulatedSeconds\" : 1\n}\n");
    assertThat(Program.run("run", summary.toString()).err()).contains("this is not a scenario but the summary of a run");
    Path operations = Files.writeString(folder.resolve("gpt.csv"),
        "[rank0 ~ rank7]\ncomm_type,comm_group,comm_group_size,msg_size,stage,dst,src,additional\nall_reduce,dp,8,8,init,None,None,\n");
    for (Path file : List.of(operations,
        Files.writeString(folder.resolve("micro.csv"), "comm_type,comm_group,msg_size,stage,dst,src\na,b,8,w,None,None\n"))) {
      assertThat(Program.run("run", file.toString()).err())
          .contains("this is not a scenario but a workload of AICB for real GPUs");
    }
    Path ports = Files.writeString(folder.resolve("ports.csv"), "node,kind,port,peer,rate_bps,sent_bytes\n0,host,0,2,100,1\n");
    assertThat(Program.run("init", folder.resolve("s.yaml").toString(), "--from", ports.toString()).err())
        .contains("this is not a file that a scenario can name");
    Path config = Files.writeString(folder.resolve("config.txt"), "// a comment\nENABLE_QCN 1\n");
    assertThat(Program.run("init", folder.resolve("s.yaml").toString(), "--from", config.toString()).err())
        .contains("which runs as it is: ./inflight run " + config);
  }

  /** Every command that takes a scenario. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "sweep"})
  void commandsShowTheLinesOfAScenario(String command) throws IOException {
    Path file = Files.writeString(folder.resolve("topo.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    Program program = Program.run(command, file.toString(), "--out", folder.resolve("out").toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err().replace("inflight: ", "")).isEqualTo(file
        + ": this is a topology file of the HPCC authors' simulator or one of its forks, not a scenario; './inflight init my.yaml --from "
        + file + "' writes one that names it and has what else it needs, with the lines\n  topology: file(" + file
        + ")\n  flows: permutation\n  scheme: hpcc\n");
  }

  @Test
  void checkAndAdviseShowThem() throws IOException {
    Path file = Files.writeString(folder.resolve("f.txt"), "1\n0 5 3 100 5000 2\n");
    for (String command : List.of("check", "advise")) {
      Program program = Program.run(command, file.toString());
      assertThat(program.exit()).isEqualTo(2);
      assertThat(program.err()).contains("this is a flow file of", "  topology: star(hosts=6)\n",
          "  flows: file(" + file + ")\n");
    }
  }

  /** A pipe is not read to its end, nor is a file that would be too long for a scenario. */
  @Test
  void readsOnlyTheStartOfFiles() throws IOException {
    Path file = folder.resolve("long.goal");
    Files.writeString(file, "num_ranks 2\n" + " ".repeat(1 << 16));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}), 3L << 30);
    }
    assertThat(Program.run("check", file.toString()).err()).startsWith(file + ": this is a GOAL schedule, not a scenario");
  }
}
