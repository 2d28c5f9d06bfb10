package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments of other programs' files in another encoding than UTF-8. */
class ForeignEncodingTest {
  private static final String REFUSED = "found bytes that are not UTF-8, so this is not a text file";

  @TempDir
  private Path folder;
  private ConfigFolder config;

  @BeforeEach
  void write() throws IOException {
    config = new ConfigFolder(folder).write();
  }

  private void write(String file, String text, String charset) throws IOException {
    Files.write(folder.resolve(file), text.getBytes(Charset.forName(charset)));
  }

  @ParameterizedTest
  @CsvSource({"GBK, 拥塞控制", "ISO-8859-1, Stauüberwachung", "UTF-8, 拥塞控制"})
  void ignoresCommentsInAnyEncoding(String charset, String note) throws IOException {
    write("config.txt",
        "# " + note + "\n" + ConfigFolder.PLAIN + "// " + note + "\nHAS_WIN 1 # " + note + "\nFCT_OUTPUT_FILE " + note + ".txt\n",
        charset);
    write("topology.txt", "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n" + note + "\n", charset);
    write("flow.txt", "1\n0 1 3 100 20000 2.0\n\n" + note + "\n", charset);
    assertThat(config.read().warnings()).hasSize(2)
        .allSatisfy(one -> assertThat(one).contains("1 line from here on is not read"));
    assertThat(Program.run("check", config.config().toString()).exit()).isZero();
  }

  @Test
  void namesUnknownWordsOfAnyEncoding() throws IOException {
    write("config.txt", ConfigFolder.PLAIN + "模式 3\n", "GBK");
    assertThat(config.read().warnings()).singleElement().asString().startsWith(config.config() + ":14: unknown key ");
  }

  @ParameterizedTest
  @CsvSource({"config.txt, CC_MODE 3, CC_MODE 三, 3", "config.txt, topology.txt, 拓扑.txt, 1", "topology.txt, 100Gbps, 三, 3",
      "topology.txt, 3 1 2, 拓扑, 1", "flow.txt, 20000, 二, 2", "flow.txt, 2.0, 2.0 二, 2"})
  void refusesWordsThatAreUsed(String file, String from, String to, int line) throws IOException {
    String text = Files.readString(folder.resolve(file));
    write(file, text.replaceFirst(Pattern.quote(from), to), "GBK");
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class)
        .hasMessageStartingWith(folder.resolve(file) + ":" + line + ": " + REFUSED);
  }

  @Test
  void rejectsScenariosInAnotherEncoding() throws IOException {
    write("s.yaml", "topology: star(hosts=2)\n# für zwei\nflows: incast(senders=1)\n", "ISO-8859-1");
    assertThatThrownBy(() -> ScenarioReader.read(folder.resolve("s.yaml"))).isInstanceOf(InputError.class)
        .hasMessage(folder.resolve("s.yaml") + ":2: " + REFUSED);
  }

  private static final String TREE = """
      Nodes 4
      Tiers 2
      Podsize 4 # NOTE
      #NOTE
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 1000
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 2
      Downlink_Latency_ns 1000
      """;
  private static final String LAYERS = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 4\n"
      + "1\nembedding -1 100 ALLREDUCE 4000 1 NONE 0 20 NONE 0 5\nNOTE\n";
  private static final String GOAL = "// NOTE\nnum_ranks 2 /* NOTE */\nrank 0 {\nl1: send 10b to 1 tag 0\n}\nrank 1 {\nl1: recv 10b from 0 tag 0\n}\n";
  private static final String POISSON = "poisson(load=0.3, duration=10us, sizes=file(FILE))";

  private Path scenario(String file, String topology, String flows) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), "topology: " + topology.replace("FILE", file) + "\nflows: "
        + flows.replace("FILE", file) + "\nscheme: none\nuntil: 20us\n");
  }

  private static Stream<Arguments> files() {
    return Stream.of(Arguments.of("sizes.txt", "star(hosts=4)", POISSON, "#NOTE\n0 0\n1000 60 # NOTE\n5000 100\n"),
        Arguments.of("tree.topo", "file(FILE)", "flow", "# NOTE\n" + TREE), Arguments.of("bare.topo", "file(FILE)", "flow", TREE),
        Arguments.of("layers.txt", "star(hosts=4)", "trace(path=FILE)", LAYERS),
        Arguments.of("schedule.goal", "star(hosts=2)", "trace(path=FILE)", GOAL), Arguments.of("matrix.cm", "star(hosts=4)",
            "trace(path=FILE)", "#NOTE\nNodes 4\nConnections 1\n # NOTE\n0->1 start 0 size 10\n"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void ignoresCommentsOfEveryFile(String file, String topology, String flows, String text) throws IOException {
    for (String charset : List.of("ISO-8859-1", "UTF-8", "UTF-8 with a mark")) {
      String mark = charset.endsWith("mark") ? "\uFEFF" : "";
      write(file, mark + text.replace("NOTE", "Größe für Süden"), charset.split(" ")[0]);
      Program check = Program.run("run", scenario(file, topology, flows).toString(), "--check");
      assertThat(check.exit()).as("%s in %s: %s", file, charset, check.err()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void rejectsUtf16(String file, String topology, String flows, String text) throws IOException {
    for (String charset : List.of("UTF-16", "x-UTF-16LE-BOM")) {
      write(file, text, charset);
      Program check = Program.run("run", scenario(file, topology, flows).toString(), "--check");
      assertThat(check.err()).as("%s in %s", file, charset).endsWith(
          folder.resolve(file)
              + ":1: the file is UTF-16, as its first two bytes say; convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8\n");
      assertThat(check.exit()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void rejectsCompressedFiles(String file, String topology, String flows, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(file)))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Program check = Program.run("run", scenario(file, topology, flows).toString(), "--check");
    assertThat(check.err()).as(file)
        .endsWith(folder.resolve(file) + ": the file is compressed with gzip; decompress it first, as with gunzip\n");
    assertThat(check.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1000 60, 1000 ６０, 3", "5000 100, 5000 百, 4"})
  void refusesNumbersThatAreNotAscii(String from, String to, int line) throws IOException {
    write("sizes.txt", "# sizes\n0 0\n1000 60\n5000 100\n".replace(from, to), "GBK");
    Program check = Program.run("run", scenario("sizes.txt", "star(hosts=4)", POISSON).toString(), "--check");
    assertThat(check.err()).endsWith(folder.resolve("sizes.txt") + ":" + line + ": " + REFUSED + "\n");
    write("sizes.txt", "# sizes\n0 0\n1000 ６０\n5000 100\n", "UTF-8");
    assertThat(Program.run("run", scenario("sizes.txt", "star(hosts=4)", POISSON).toString(), "--check").err())
        .contains(folder.resolve("sizes.txt") + ":3: per cent '６０' is not a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-32"})
  void refusesNulBytes(String charset) throws IOException {
    write("config.txt", ConfigFolder.PLAIN, charset);
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class)
        .hasMessage(config.config() + ":1: found a NUL byte, so this is not a text file");
  }

  @Test
  void ignoresAByteOrderMark() throws IOException {
    for (String file : new String[] {"config.txt", "topology.txt", "flow.txt"}) {
      write(file, "\uFEFF" + Files.readString(folder.resolve(file)), "UTF-8");
    }
    assertThat(config.read().warnings()).isEmpty();
  }
}
