package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completion times are compared flow by flow, whichever of the two kinds of file they stand in. */
class CompareCommandTest {
  private static final String FLOW_0 = "0b000001 0b000201 10000 100 500000 2000000000 100000 50000\n";
  private static final String FLOW_1 = "0b000101 0b000201 10000 100 500000 2000000000 200000 50000\n";
  private static final String FLOW_1_SLOWER = "0b000101 0b000201 10000 100 500000 2000000000 220000 50000\n";
  private static final String SAME_AS_CSV = RunRecorder.FLOW_COLUMNS + """

      0,0,2,10000,100,3,500000,2000000000.000,100000.25,50000,2.0000,0,flow
      1,1,2,10000,100,3,500000,2000000000,200000,50000,4.0000,0,flow
      """;

  @TempDir
  private Path folder;
  private String first = "";

  @BeforeEach
  void write() throws IOException {
    first = write("first.txt", FLOW_0 + FLOW_1);
  }

  private String write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private FctComparison compare(String second) {
    return FctComparison.of(FctFile.read(Path.of(first)), FctFile.read(Path.of(second)));
  }

  @Test
  void equalFiles() throws IOException {
    String second = write("second.txt", FLOW_1 + "\n" + FLOW_0);
    assertThat(Program.run("compare", first, second))
        .isEqualTo(new Program(0, "flows       2 of 2 in both, 0 only in the second; 2 equal to the nanosecond\n", ""));
  }

  @Test
  void theTableOfFlowsSaysTheSame() throws IOException {
    assertThat(Program.run("compare", first, write("flows.csv", SAME_AS_CSV)).out())
        .isEqualTo("flows       2 of 2 in both, 0 only in the second; 2 equal to the nanosecond\n");
    assertThat(Program.run("compare", first, folder.toString()).exit()).isZero();
  }

  @Test
  void operationsThatOnlyTheirOrderTellsApart() throws IOException {
    String twice = write("first.txt", FLOW_1 + FLOW_1_SLOWER);
    assertThat(Program.run("compare", twice, write("second.txt", FLOW_1 + FLOW_1_SLOWER)).out())
        .isEqualTo("flows       2 of 2 in both, 0 only in the second; 2 equal to the nanosecond\n");
    assertThat(Program.run("compare", twice, write("second.txt", FLOW_1)).exit()).isEqualTo(3);
  }

  @Test
  void differentTimes() throws IOException {
    FctComparison result = compare(write("second.txt", FLOW_0 + FLOW_1_SLOWER));
    assertThat(result.matched()).isEqualTo(2);
    assertThat(result.equal()).isEqualTo(1);
    assertThat(result.p99Error()).isCloseTo(0.1, within(1e-9));
    assertThat(result.bias()).isCloseTo(0.05, within(1e-9));
    assertThat(result.worst(2)).isCloseTo(0.1, within(1e-9));
    Program program = Program.run("compare", first, folder.resolve("second.txt").toString());
    assertThat(program.exit()).isZero();
    assertThat(program.out()).contains("2 of 2 in both, 0 only in the second; 1 equal to the nanosecond\n",
        "per flow    median error 10.00 %, p99 10.0 %, mean signed 5.00 %\n");
  }

  @Test
  void flowsThatOnlyOneHas() throws IOException {
    String second = write("second.txt", FLOW_1);
    Program missing = Program.run("compare", first, second);
    assertThat(missing.out()).isEqualTo("flows       1 of 2 in both, 0 only in the second; 1 equal to the nanosecond\n");
    assertThat(missing.exit()).isEqualTo(3);
    Program extra = Program.run("compare", second, first);
    assertThat(extra.out()).isEqualTo("flows       1 of 1 in both, 1 only in the second; 1 equal to the nanosecond\n");
    assertThat(extra.exit()).isEqualTo(3);
  }

  @Test
  void ordinaryRuns() throws IOException {
    String yaml = write("s.yaml", "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\n");
    for (String scheme : new String[] {"hpcc", "none"}) {
      assertThat(Program.run("run", yaml, "--quiet", "--scheme", scheme, "--out", folder.resolve(scheme).toString()).exit())
          .isZero();
    }
    assertThat(Program.run("compare", folder.resolve("hpcc").toString(), folder.resolve("none").toString()))
        .matches(program -> program.exit() == 0 && program.out().startsWith("flows       2 of 2 in both, "));
  }

  @Test
  void malformedLines() throws IOException {
    refuses("second.txt", FLOW_0 + "1 2 3\n",
        ":2: found 3 fields; a finished flow has 8: sip dip sport dport bytes start_ns fct_ns standalone_ns");
    refuses("second.txt", FLOW_0.replace("100000", "soon"),
        ":1: found a field that is not a whole number: For input string: \"soon\"");
    refuses("second.csv", RunRecorder.FLOW_COLUMNS + "\n0,0,2\n",
        ":2: found 3 columns; a finished flow has 13: " + RunRecorder.FLOW_COLUMNS);
    refuses("second.csv", SAME_AS_CSV.replace("1,1,2", "1,one,2"),
        ":3: found a field that is not a whole number: For input string: \"one\"");
  }

  private void refuses(String name, String content, String message) throws IOException {
    Path file = Path.of(write(name, content));
    assertThatThrownBy(() -> FctFile.read(file)).isInstanceOf(InputError.class).hasMessage(file + message);
  }

  @Test
  void aFolderWithoutFlows() {
    Program program = Program.run("compare", first, folder.toString());
    assertThat(program.err()).isEqualTo("inflight: " + folder + ": the folder holds neither fct.txt nor flows.csv\n");
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void help() {
    assertThat(Program.run("compare", "--help").out().replaceAll("\\s+", " ")).contains("FIRST the yardstick", "Exit codes: 0 ",
        " 3 one has flows that the other has not.");
  }
}
