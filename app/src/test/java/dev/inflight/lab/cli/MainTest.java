package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.result.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Messages about errors of users: one line, exit code 2, and no file written. */
class MainTest {
  private static final String YAML = """
      topology: star(hosts=3)
      flows: incast(senders=2, size=20KB)
      """;

  @TempDir
  private Path folder;
  private String file = "";

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), YAML).toString();
  }

  private void refuses(String message, String... arguments) throws IOException {
    Program program = Program.run(arguments);
    assertThat(program.err().replace(folder + "/", "")).isEqualTo(message);
    assertThat(program.out()).isEmpty();
    assertThat(program.exit()).isEqualTo(2);
    try (var files = Files.list(folder)) {
      assertThat(files.map(Path::getFileName).map(Path::toString)).doesNotContain("out", "runs");
    }
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  @Test
  void rejectsMissingCommand() throws IOException {
    refuses(
        "inflight: a command is missing: init, new, check, run, sweep, serve, report, explain, compare, query, list, topology, schema, advise, decode, live, watch, paper, completion, help\nTry 'inflight --help'.\n");
  }

  @Test
  void rejectsUnknownCommand() throws IOException {
    refuses(
        "inflight: unknown command 'rnu'; did you mean 'run'? known: init, new, check, run, sweep, serve, report, explain, compare, query, list, topology, schema, advise, decode, live, watch, paper, completion, help\nTry 'inflight --help'.\n",
        "rnu");
  }

  /** Results of a run are not read as if it had been another one. */
  @ParameterizedTest
  @ValueSource(strings = {"explain", "report", "compare"})
  void hintsAtRunForItsOptions(String command) throws IOException {
    String[] arguments = {command, "runs/a", "1", "--scheme", "dcqcn"};
    refuses("inflight: unknown option '--scheme', which is one of run: " + command
        + " takes runs as they are; run the scenario with it first, ./inflight run FILE --scheme ... --out DIR, and then "
        + command + " DIR\nTry 'inflight " + command + " --help'.\n", arguments);
  }

  @Test
  void rejectsUnknownOption() throws IOException {
    refuses(
        "inflight: unknown option '--sead'; did you mean '--seed'?\nTry 'inflight run --help'.\n", "run", file, "--sead");
  }

  @Test
  void synopsisOfExplainHasItsOptions() {
    assertThat(Program.run("help", "explain").out()).startsWith("Usage: inflight explain [OPTIONS] RUN FLOW\n")
        .contains("       inflight explain [OPTIONS] RUN job NAME\n");
  }

  @Test
  void rejectsSecondFile() throws IOException {
    refuses("inflight: 'x.yaml' is one argument too many\nTry 'inflight run --help'.\n", "run", file, "x.yaml");
  }

  @Test
  void rejectsMissingFileArgument() throws IOException {
    refuses("inflight: missing required parameter: 'FILE'\nTry 'inflight run --help'.\n", "run");
    assertThat(Program.run("run", "--foo").err()).startsWith("inflight: unknown option '--foo'");
    assertThat(Program.run("compare", "--jsn").err()).startsWith("inflight: unknown option '--jsn'; did you mean '--json'?");
  }

  @Test
  void noFlowToExplain() throws IOException {
    refuses("inflight: missing required parameter: 'FLOW'; explain RUN FLOW takes the number of a flow, explain RUN job NAME a"
        + " job; the slowest flows: ./inflight query RUN 'SELECT flow, slowdown FROM flows ORDER BY slowdown DESC LIMIT 5'\n"
        + "Try 'inflight explain --help'.\n", "explain", "runs/a");
  }

  @Test
  void reportsMissingFileWithASimilarName() throws IOException {
    refuses("inflight: s.yam: there is no such file; did you mean s.yaml?\n", "run", folder.resolve("s.yam").toString(), "--out",
        out());
  }

  @Test
  void rejectsUnknownScheme() throws IOException {
    refuses(
        "inflight: --scheme: unknown scheme 'hpc'; did you mean 'hpcc'? known: hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none\n",
        "run", file, "--out", out(), "--scheme", "hpc");
  }

  @Test
  void rejectsUnknownParameterOfAScheme() throws IOException {
    refuses("inflight: --scheme: hpcc has no parameter 'etta'; did you mean 'eta'? known: eta, maxStage, wAi, maxFlows, T, react,"
        + " minRate, division, rate, speedUp\n", "run", file, "--out", out(), "--scheme", "hpcc(etta=1)");
  }

  @Test
  void rejectsEndWithoutUnit() throws IOException {
    refuses("inflight: --until: time '0' has no unit; write it as in 0us\n", "run", file, "--out", out(), "--until", "0");
  }

  @Test
  void rejectsEndBeforeTheFirstFlow() throws IOException {
    refuses("inflight: --until: the end of the simulation, 0ps, must be after the start of its first flow, 0ps\n", "run", file,
        "--out", out(), "--until", "0s");
  }

  @Test
  void rejectsSeedThatIsNoNumber() throws IOException {
    refuses("inflight: --seed: seed 'one' is not a whole number\n", "run", file, "--seed", "one");
    refuses("inflight: --seed: seed '9223372036854775808' does not fit: at most 9223372036854775807\n", "run", file, "--seed",
        "9223372036854775808");
  }

  @Test
  void rejectsFolderWithoutAName() throws IOException {
    refuses("inflight: Invalid value for option '--out': the name is empty; is a variable of the shell not set?\n"
        + "Try 'inflight run --help'.\n", "run", file, "--out", "");
    refuses("inflight: Invalid value for option '--out': the name is empty; is a variable of the shell not set?\n"
        + "Try 'inflight paper --help'.\n", "paper", "fig13", "--out=");
  }

  @Test
  void rejectsFilesWithoutAName() throws IOException {
    String empty = ": the name is empty; is a variable of the shell not set?\nTry 'inflight ";
    refuses("inflight: Invalid value for positional parameter at index 0 (FILE)" + empty + "run --help'.\n", "run", "");
    refuses("inflight: Invalid value for positional parameter at index 0 (FILE)" + empty + "decode --help'.\n", "decode", "");
    refuses("inflight: an argument is empty; is a variable of the shell not set?\nTry 'inflight compare --help'.\n", "compare",
        file, "");
  }

  @Test
  void acceptsEachOptionOnce() throws IOException {
    refuses("inflight: --set flows: an incast of 1 sender needs 2 hosts; the topology has 1\n", "run", file, "--set",
        "topology=star(hosts=1)", "--set", "flows=incast(senders=1)");
    refuses("inflight: --set buffer: the buffer of 1 byte is too small: it must hold a frame of 9216 bytes\n", "run", file,
        "--set", "pfc=false", "--set", "buffer=1");
    refuses(
        "inflight: --set series: a port must be a list of a node and a port number of that node, as in [17, 1], found 1 value\n",
        "run", file, "--set", "series={every: 1us, ports: [[1]]}");
  }

  @Test
  void rejectsUnknownTies() throws IOException {
    refuses("inflight: --ties: unknown ties 'random'; known: port, scheduling\n", "run", file, "--out", out(), "--ties",
        "random");
  }

  @Test
  void rejectsTiesThatNeedAnotherClock() throws IOException {
    refuses("inflight: s.yaml: ties: scheduling needs whole nanoseconds; use clock: authors, or ties: port\n", "run", file,
        "--out", out(), "--ties", "scheduling");
  }

  @Test
  void rejectsCapturesOfUnknownPorts() throws IOException {
    refuses("inflight: --pcap: a capture must be NODE:PORT, as in 0:1 or host0:1, or all, found 'x'\n", "run", file, "--out",
        out(), "--pcap", "x");
    refuses("inflight: --pcap: there is no port 4:1; nodes are 0 to 3\n", "run", file, "--out", out(), "--pcap", "4:1");
    refuses("inflight: --pcap: there is no port 1:2; host 1 has one port, 1:1\n", "run", file, "--out", out(), "--pcap", "1:2");
    refuses("inflight: --pcap: there is no port 3:0; center (switch 3) has the ports 3:1 to 3:3\n", "run", file, "--out", out(),
        "--pcap", "1:1", "--pcap", "3:0");
  }

  @Test
  void rejectsInvalidSnapLengths() throws IOException {
    refuses("inflight: --snap-length: there is nothing to cut; it goes with --pcap\n", "run", file, "--snap-length", "64");
    refuses("inflight: --snap-length: snap length 0 is outside 1 to 262144\n", "run", file, "--pcap", "all", "--snap-length",
        "0");
    refuses(
        "inflight: --snap-length: size '1XB' has the unknown unit 'XB'; did you mean 'TB'? known: TB, GB, MB, KB, B, kB, TiB, GiB,"
            + " MiB, KiB\n",
        "run", file, "--pcap", "all", "--snap-length", "1XB");
  }

  @Test
  void rejectsCapturesOfPacketsWithoutBytes() throws IOException {
    refuses("inflight: --pcap: packets of the reference framing have sizes, but no bytes; all other framings" + " have both\n",
        "run", "../lab/src/test/resources/reference/incast16-hpcc/config.txt", "--out", out(), "--pcap", "all");
  }

  @Test
  void rejectsFileInsteadOfFolder() throws IOException {
    refuses("inflight: s.yaml: this is not a folder, so results cannot go there\n", "run", file, "--out", file);
  }

  @Test
  void rejectsFolderBelowAFile() throws IOException {
    Program program = Program.run("run", file, "--out", file + "/out");
    assertThat(program.err()).isEqualTo("inflight: " + file + "/out: cannot write results: Not a directory\n");
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void keepsFolderOfOtherPrograms() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("flows.csv"), "mine");
    for (String[] force : new String[][] {{}, {"--force"}}) {
      refuses("inflight: other: the folder is not empty, and what is in it is not a run's results; choose another with --out\n",
          join(List.of("run", file, "--out", other.toString()), force));
    }
    assertThat(other.resolve("flows.csv")).hasContent("mine");
  }

  @Test
  void keepsFolderOfATwin() throws IOException {
    Path twin = folder.resolve("twin");
    Files.createDirectories(twin.resolve("simulated"));
    Files.createDirectories(twin.resolve("live"));
    refuses(
        "inflight: twin: the folder holds the two runs of a twin (live run --twin); another run needs a folder of its own, with --out\n",
        "run", file, "--out", twin.toString());
  }

  @Test
  void reportsMissingFolderToServe() throws IOException {
    Path nowhere = folder.resolve("nowhere");
    refuses("inflight: nowhere: there is no such folder\n", "serve", nowhere.toString(), "--port", "0");
    refuses("inflight: " + Path.of(file).getFileName() + ": this is not a folder\n", "serve", file, "--port", "0");
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void keepsFolderOfThePaper() throws IOException {
    Path paper = Files.createDirectory(folder.resolve("paper"));
    Files.writeString(paper.resolve("summary.json"), "{}");
    Files.writeString(paper.resolve("claims.csv"), "mine");
    refuses("inflight: paper: the folder holds figures of the paper; a run needs a folder of its own, with --out\n", "run", file,
        "--out", paper.toString(), "--force");
    assertThat(paper.resolve("summary.json")).hasContent("{}");
  }

  private static String[] join(List<String> arguments, String[] more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void onlyForceOverwritesAnEarlierRun() throws IOException {
    Path earlier = folder.resolve("earlier");
    assertThat(Program.run("run", file, "--out", earlier.toString(), "--quiet").exit()).isZero();
    Files.writeString(earlier.resolve("notes.txt"), "mine");
    Files.writeString(earlier.resolve("stalled.csv"), "of an earlier run");
    refuses("inflight: earlier: the folder already holds a run's results; --force overwrites them\n", "run", file, "--out",
        earlier.toString());
    assertThat(Program.run("run", file, "--out", earlier.toString(), "--quiet", "--force").exit()).isZero();
    assertThat(earlier.resolve("notes.txt")).hasContent("mine");
    assertThat(earlier.resolve("stalled.csv")).doesNotExist();
  }

  @Test
  void reportsBugsAsBugs() {
    Program program = Program.run(path -> {
      throw new IllegalStateException("broken");
    }, "run", file, "--out", out());
    assertThat(program.exit()).isEqualTo(1);
    assertThat(program.err()).startsWith("inflight: sorry, this is a bug in Inflight. Please report it with these lines and the"
        + " scenario:\njava.lang.IllegalStateException: broken\n\tat ");
    assertThat(folder.resolve("out/FAILED")).exists();
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
  }

  @Test
  void printsHelp() {
    Program program = Program.run("--help");
    assertThat(program.exit()).isZero();
    assertThat(program.out()).startsWith("Usage: inflight [-hV] COMMAND\n").contains("run ", "list ");
    assertThat(Program.run("run", "--help").out()).contains("--out=DIR", "--scheme=SCHEME", "--seed=N", "--until=TIME",
        "--ties=ORDER", "--clock=CLOCK", "--force", "--quiet");
  }

  @Test
  void printsVersionAndCommit() {
    assertThat(Program.run("--version").out()).matches("inflight \\S+, (commit [0-9a-f]{10}( with changes)?|unknown commit)\n");
  }

  @Test
  void listNamesEverything() {
    assertThat(Program.run("list").out()).contains("\n  hpcc(eta=0.95, maxStage=5,",
        "NICs\n  unlimited\n  engines(engines=6, flowsPerEngine=50, tick=5ns)\n", "\n  star(hosts=17, rate=100Gbps, delay=1us)\n",
        "\n  incast(senders=16, receiver=-1, size=500KB,", "\n  native(udpPort=64791): up to 15 hops");
  }

  @Test
  void rejectsForceWithoutAFolder() throws IOException {
    refuses("inflight: --force: there is nothing to overwrite: results go to a new folder; it goes with --out\n", "run", file,
        "--force");
    refuses("inflight: --force: there is nothing to overwrite: results go to a new folder; it goes with --out\n", "paper",
        "fig13", "--force");
  }

  @Test
  void checkPrintsTheScenarioAndWritesNothing() throws IOException {
    Program program = Program.run("run", "--check", file, "--out", out(), "--scheme", "hpcc(eta=0.9)");
    assertThat(program.exit()).isZero();
    assertThat(program.err()).isEmpty();
    assertThat(program.out()).contains("topology: 'star(hosts=3, rate=100Gbps, delay=1us)'\n",
        "scheme: 'hpcc(eta=0.9, maxStage=5,");
    assertThat(folder.resolve("out")).doesNotExist();
    Path checked = Files.writeString(folder.resolve("checked.yaml"), program.out());
    assertThat(Program.run("run", "--check", checked.toString()).out()).isEqualTo(program.out());
    assertThat(Program.run("run", "--check", "--quiet", file)).isEqualTo(new Program(0, "", ""));
  }

  @Test
  void checkRejectsInvalidRuns() throws IOException {
    refuses("inflight: s.yaml: ties: scheduling needs whole nanoseconds; use clock: authors, or ties: port\n", "run", "--check",
        file, "--ties", "scheduling");
    refuses("inflight: s.yaml: this is not a folder, so results cannot go there\n", "run", "--check", file, "--out", file);
  }

  @Test
  void unwritableFolderSuggestsOut() throws IOException {
    Path taken = Files.writeString(folder.resolve("runs"), "a file");
    assertThatExceptionOfType(OutputError.class).isThrownBy(() -> RunFolder.createNew(taken, "s"))
        .withMessage(taken + ": cannot make a folder for results: " + taken + " is not a folder; --out DIR puts them elsewhere");
  }

  @Test
  void helpOfACommandEqualsItsHelpOption() throws IOException {
    for (String command : List.of("run", "list", "compare", "decode", "paper")) { // which are made alone, and among others for help
      assertThat(Program.run("help", command)).isEqualTo(Program.run(command, "--help"));
    }
    assertThat(Program.run("help")).isEqualTo(Program.run("--help"));
    assertThat(Program.run("help", "live", "up")).isEqualTo(Program.run("live", "up", "--help"));
    refuses("inflight: unknown command 'rnu' of live; did you mean 'run'? known: run, up, status, down\n", "help", "live", "rnu");
    refuses("inflight: unknown command 'x' of live up; there are none\n", "help", "live", "up", "x");
    refuses("inflight: unknown command 'live' of run; there are none\n", "help", "run", "live");
    refuses(
        "inflight: unknown command 'rum'; did you mean 'run'? known: init, new, check, run, sweep, serve, report, explain, compare, query, list, topology, schema, advise, decode, live, watch, paper, completion, help\n",
        "help", "rum");
  }

  @Test
  void everyHelpHasAValidExample() {
    CommandLine program = Main.commands(System.out, System.err, RunFolder.Opener.DISK);
    var helps = new ArrayList<>(List.of(program));
    helps.addAll(program.getSubcommands().values());
    for (CommandLine command : helps) {
      List<String> examples = command.getUsageMessage().lines().filter(line -> line.contains("./inflight ")).toList();
      assertThat(examples).as(command.getCommandName()).isNotEmpty();
      for (String example : examples) {
        String[] words = example.replaceFirst(".*\\./inflight ", "").replaceFirst("(\\)| > ).*", "").replace("'", "").split(" ");
        assertThat(program.parseArgs(words).subcommand()).as(example).isNotNull();
      }
    }
  }

  @Test
  void quietPrintsNothing() {
    assertThat(Program.run("run", file, "--out", out(), "--quiet")).isEqualTo(new Program(0, "", ""));
  }

  @Test
  void quietPrintsReasonsOfUnfinishedFlows() {
    Program program = Program.run("run", file, "--out", out(), "--quiet", "--until", "1us", "--set", "unfinished=failure");
    assertThat(program.exit()).isEqualTo(3);
    assertThat(program.out()).isEmpty();
    assertThat(program.err())
        .startsWith("2 flows did not finish (2 still progressing): the run ended at 1us, as until sets\n  flow 0, host ");
  }
}
