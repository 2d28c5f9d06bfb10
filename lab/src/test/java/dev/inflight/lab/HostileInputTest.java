package dev.inflight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.capture.OutsideTool;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.result.RunFolder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusual files, names and lengths are each rejected with one line that names the cause, or are read. */
class HostileInputTest {
  private static final String ESCAPE = "\u001B";

  @TempDir
  private Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private void refuses(String message, String file, String... options) {
    Program program = Program.run(join(file, options));
    assertThat(program.err().replace(folder + "/", "")).isEqualTo("inflight: " + message + "\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private String[] join(String file, String... options) {
    String[] arguments = new String[4 + options.length];
    System.arraycopy(new String[] {"run", file, "--out", folder.resolve("out").toString()}, 0, arguments, 0, 4);
    System.arraycopy(options, 0, arguments, 4, options.length);
    return arguments;
  }

  // --- Sizes from a file (D14)

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "# nothing|c.txt: this file has no sizes; a line is bytes and per cent of flows, as in 1000 60",
      "0 0\\n-5 10\\n9 100|c.txt:2: bytes -5 is below 0", "# x\\n\\na b|c.txt:3: bytes 'a' is not a number",
      "0 0\\n10 b|c.txt:2: per cent 'b' is not a number", "0 0\\n10 101|c.txt:2: per cent 101 is outside 0 to 100",
      "0 0\\n10|c.txt:2: expected 2 values (bytes per-cent), found 1",
      "0 0\\n10 50 # half\\n9 100|c.txt:3: bytes 9 is below 10, that of the line before",
      "0 0\\n10 50\\n20 40|c.txt:3: per cent 40 is below 50, that of the line before",
      "0 0\\n10 99|c.txt:2: the last line must be at 100 per cent, or at 1 in parts of one, found 99",
      "0 0|c.txt:1: a size distribution needs at least two lines, found one"})
  void rejectsHostileFilesOfSizes(String content, String message) throws IOException {
    write("c.txt", content.replace("\\n", "\n"));
    refuses(message, write("s.yaml", "topology: star\nflows: poisson(sizes=file(c.txt))\n"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"-5 0, 10 100|size -5 bytes is below 0",
      "a b|size distribution as given: \"a b\" is not a size in bytes and a cumulative percentage"})
  void rejectsHostileSizesInScenarios(String sizes, String message) throws IOException {
    refuses("s.yaml:2:8: " + message, write("s.yaml", "topology: star\nflows: poisson(sizes=\"" + sizes + "\")\n"));
  }

  // --- Files without end (D15)

  @Test
  void rejectsEndlessZeros() throws IOException {
    Path zeros = Path.of("/dev/zero");
    assumeTrue(Files.exists(zeros), "needs /dev/zero");
    refuses("/dev/zero:1: found a NUL byte, so this is not a text file", zeros.toString());
    refuses("/dev/zero:1: found a NUL byte, so this is not a text file",
        write("s.yaml", "topology: file(/dev/zero)\nflows: incast\n"));
  }

  @Test
  void rejectsEndlessLines() {
    InputStream endless = new InputStream() {
      private long count;

      @Override
      public int read() {
        return count++ % 10 == 9 ? '\n' : 'x';
      }

      @Override
      public int read(byte[] into, int from, int length) {
        for (int at = 0; at < length; at++) {
          into[from + at] = (byte) read();
        }
        return length;
      }
    };
    Path file = Path.of("endless.yaml");
    assertThat(catchThrowable(() -> InputBytes.read(file, endless, 100_000))).isInstanceOf(InputError.class).hasMessage(
        "endless.yaml: the file is too long: it has more than 100000 bytes, and at most 100000 are read of such a file");
  }

  @Test
  void acceptsFileOfExactlyTheLimit() {
    byte[] text = "x".repeat(1000).getBytes(UTF_8);
    assertThat(InputBytes.read(Path.of("x"), new ByteArrayInputStream(text), 1000)).isEqualTo(text);
  }

  /** Returns a stream that keeps the output, and opens a latch at the end of a line. */
  private static PrintStream upToALine(ByteArrayOutputStream told, CountDownLatch said) {
    return new PrintStream(new OutputStream() {
      @Override
      public void write(int b) {
        told.write(b);
        if (b == '\n') {
          said.countDown();
        }
      }
    }, true, UTF_8);
  }

  @Test
  void reportsWaitForAWriter() throws Exception {
    Path fifo = folder.resolve("pipe.yaml");
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    OutsideTool.run(folder, List.of("mkfifo", fifo.toString())).expectSuccess();
    var told = new ByteArrayOutputStream();
    var said = new CountDownLatch(1);
    PrintStream err = upToALine(told, said);
    var read = new FutureTask<>(() -> InputBytes.read(fifo, 1000, err));
    Thread.ofPlatform().daemon().start(read);
    said.await();
    assertThat(told.toString(UTF_8)).isEqualTo("inflight: waiting for " + fifo + "\n");
    Files.writeString(fifo, "topology: star\n");
    assertThat(new String(read.get(), UTF_8)).isEqualTo("topology: star\n");
  }

  @Test
  void reportsWaitForTheWriterOfACapture() throws Exception {
    Path fifo = folder.resolve("pipe.pcap");
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    OutsideTool.run(folder, List.of("mkfifo", fifo.toString())).expectSuccess();
    var told = new ByteArrayOutputStream();
    var said = new CountDownLatch(1);
    PrintStream err = upToALine(told, said);
    var opened = new FutureTask<>(() -> InputBytes.open(fifo, err).readAllBytes());
    Thread.ofPlatform().daemon().start(opened);
    said.await();
    assertThat(told.toString(UTF_8)).isEqualTo("inflight: waiting for " + fifo + "\n");
    Files.writeString(fifo, "bytes");
    assertThat(opened.get()).asString(UTF_8).isEqualTo("bytes");
  }

  // --- Links (D17)

  @Test
  void rejectsBrokenLinks() throws IOException {
    Path loop = folder.resolve("loop.yaml");
    Files.createSymbolicLink(loop, Path.of("loop.yaml"));
    refuses("loop.yaml: this symbolic link leads back to itself", loop.toString());
    Path dangling = folder.resolve("dangling.yaml");
    Files.createSymbolicLink(dangling, Path.of("gone.yaml"));
    refuses("dangling.yaml: this is a symbolic link to gone.yaml, which is not there", dangling.toString());
  }

  // --- Names (D18)

  @ParameterizedTest
  @CsvSource({"тест,тест", "日本語 テスト,日本語-テスト", "..,run", ".hidden,hidden", "a/../b,a-..-b", "///,run", "-x,x",
      "e\u0301te\u0301,e\u0301te\u0301"})
  void namesOfFilesGiveUsableFolders(String name, String wanted) {
    assertThat(RunFolder.createNew(folder.resolve("runs"), name)).isEqualTo(folder.resolve("runs").resolve(wanted));
  }

  @Test
  void longNameGivesAFolderThatCanBeMade() {
    Path made = RunFolder.createNew(folder.resolve("runs"), "т".repeat(255));
    assertThat(made).isDirectory();
    assertThat(made.getFileName().toString()).matches("т{100,}");
    assertThat(RunFolder.createNew(folder.resolve("runs"), "т".repeat(255))).isDirectory().isNotEqualTo(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name: \"a\\e[31mred\\a\"", "topology: \"st\\e[31mar\"", "\"na\\e[31mme\": x",
      "flows: \"poisson(sizes=\\\"\\e[31m\\\")\"", "scheme: \"hpcc(react=\\e[31m)\""})
  void noControlCharacterReachesTheTerminal(String line) throws IOException {
    String yaml = line + "\n";
    yaml += yaml.contains("topology:") ? "" : "topology: star\n";
    yaml += yaml.contains("flows:") ? "" : "flows: incast(size=1KB)\n";
    Program program = Program.run("run", write("s.yaml", yaml), "--out", folder.resolve("out").toString());
    assertThat(program.out() + program.err()).contains("\\x1b[31m").doesNotContain(ESCAPE, "\u0007");
  }

  @Test
  void noControlCharacterOfAnOptionReachesTheTerminal() throws IOException {
    String file = write("s.yaml", "topology: star\nflows: incast\n");
    for (String option : new String[] {"--scheme", "--set", "--until", "--pcap", "--x", "--ties"}) {
      Program program = Program.run(join(file, option, option.equals("--set") ? "a" + ESCAPE + "=1" : "a" + ESCAPE + "[31m"));
      assertThat(program.exit()).isEqualTo(2);
      assertThat(program.err()).as(option).doesNotContain(ESCAPE);
    }
    assertThat(Program.run("run", "a" + ESCAPE + ".yaml").err()).doesNotContain(ESCAPE);
    assertThat(Program.run("a" + ESCAPE).err()).doesNotContain(ESCAPE);
  }

  // --- Lengths (D19)

  @ParameterizedTest
  @ValueSource(strings = {"topology: star%s", "topology: %s", "topology: star(hosts=%s)", "%s: 3", "topology: star(%s)",
      "flows: poisson(sizes=%s)", "scheme: hpcc(eta=%s)", "until: %s", "until: 5%s", "framing: %s", "pfc: %s", "seed: %s",
      "seed: 1%s", "ecn: %s", "topology: file(%s)", "name: %s", "events: [{at: 1us, link: [0, 17], state: %s}]",
      "series: {every: 1us, ports: %s}", "topology: \"star(hosts=3, rate=\\\"%s\"", "flows: flow(size=%s", "topology: star()%s"})
  void messagesShortenWhatTheyRepeat(String line) throws IOException {
    for (String unit : new String[] {"(", "x", "9", "e9"}) {
      String yaml = line.formatted(unit.repeat(20_000)) + "\n";
      yaml += yaml.startsWith("topology:") ? "" : "topology: star\n";
      yaml += yaml.contains("flows:") ? "" : "flows: incast\n";
      Program program = Program.run("run", write("s.yaml", yaml), "--out", folder.resolve("out").toString(), "--quiet");
      assertThat(program.exit()).isEqualTo(2);
      assertThat(program.err()).hasSizeLessThan(1500);
    }
  }

  @Test
  void printsTheLengthOfAnOption() throws IOException {
    refuses(
        "s.yaml:1:11: unknown topology '" + "x".repeat(80)
            + "…' (200000 characters); known: star, dumbbell, leaf-spine, fat-tree,"
            + " pod, k-ary, rail-optimized, dual-plane, dual-tor, dragonfly, torus, parking-lot, file; --with FILE.java, FOLDER or JAR adds your own",
        write("s.yaml", "topology: " + "x".repeat(200_000) + "\nflows: incast\n"));
    refuses("s.yaml:3:7: name has 8000000 characters; at most 255 are allowed",
        write("s.yaml", "topology: star\nflows: incast\nname: " + "x".repeat(8_000_000) + "\n"));
  }

  // --- Microseconds (D21)

  @ParameterizedTest
  @ValueSource(strings = {"5us", "5µs", "5μs", "5 µs"})
  void microsecondsHaveThreeNames(String written) {
    assertThat(Units.time(written)).isEqualTo(5_000_000);
  }

  // --- Buffers (D22)

  @Test
  void rejectsImpossibleBuffer() throws IOException {
    refuses(
        "s.yaml:2:11: the buffer of 33554432 bytes (the default) is too small: center (switch 65535) reserves 3718718040 bytes for its"
            + " ports (PFC headroom and reserved memory), which is more than the largest buffer, 2147483647 bytes; use fewer or"
            + " slower links, or set pfc: false",
        write("s.yaml", "flows: flow\ntopology: star(hosts=65535)\n"));
    refuses(
        "s.yaml:3:9: the buffer of 500000 bytes is too small: center (switch 17) reserves 964648 bytes for its ports (PFC"
            + " headroom and reserved memory); set at least 964649 bytes (1MiB)",
        write("s.yaml", "topology: star\nflows: incast\nbuffer: 500KB\n"));
  }
}
