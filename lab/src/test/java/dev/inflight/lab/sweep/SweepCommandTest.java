package dev.inflight.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import dev.inflight.lab.capture.OutsideTool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inflight sweep} as a whole. */
class SweepCommandTest {
  private static final String SCENARIO = """
      topology: star(hosts=5)
      flows: incast(senders=4, size=50KB)
      scheme: [hpcc, 'hpcc(eta=0.9, maxStage=0)', dcqcn]
      seed: [1, 2]
      acks: {every: [1, 4]}
      """;

  @TempDir
  private Path folder;

  private Path file;

  @BeforeEach
  void aFile() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), SCENARIO);
  }

  private Program sweep(String out, String... more) {
    return Program
        .run(Stream.concat(Stream.of("sweep", file.toString(), "--out", folder.resolve(out).toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  private void refused(String sentence, String... more) {
    Program program = sweep("none", more);
    assertThat(program.err()).startsWith("inflight: ").contains(sentence).doesNotContain("Exception");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(folder.resolve("none")).doesNotExist();
  }

  private String answer(String out, String sql) {
    Program program = Program.run("query", folder.resolve(out).toString(), sql, "--format", "csv");
    assertThat(program.err()).isEmpty();
    return program.out();
  }

  /** Returns the results of a sweep, without its wall time. */
  private String results(String out) {
    return answer(out, "SELECT point, scheme, seed, acks_every, flowsFinished, fingerprint, slowdown_p99 FROM points");
  }

  @Test
  void eachCombinationIsAPoint() throws IOException {
    Program program = sweep("a");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err()).contains("\n12/12  ", "  hpcc(eta=0.9, maxStage=0)  2     4 ");
    assertThat(Files.readAllLines(folder.resolve("a/points.csv"))).hasSize(13)
        .startsWith("point,run,\"scheme\",\"seed\",\"acks_every\"", "1,0001,\"hpcc\",\"1\",\"1\"", "2,0002,\"hpcc\",\"1\",\"4\"")
        .endsWith("12,0012,\"dcqcn\",\"2\",\"4\"");
    assertThat(results("a").lines()).hasSize(13).element(6).asString().startsWith("6,\"hpcc(eta=0.9, maxStage=0)\",1,4,4,");
    assertThat(answer("a", "SELECT count(DISTINCT fingerprint) >= 4 AS differ FROM points")).endsWith("true\n");
  }

  /** The targets of the command line count as those of the scenario, and a share or a job array has them too. */
  @Test
  void targetsOfTheCommandLineEndTheSweepWithFour() throws IOException {
    Program program = sweep("a", "--set", "seed=1", "--set", "acks.every=1", "--fail-on", "p99 slowdown < 1", "--fail-on",
        "drops == 0");
    assertThat(program.exit()).as(program.err()).isEqualTo(4);
    assertThat(program.err()).contains("3 points missed targets: 0001, 0002, 0003; ");
    assertThat(answer("a", "SELECT count(*) AS n FROM targets WHERE met")).endsWith("\n3\n");
    assertThat(answer("a", "SELECT bool_and(slowdown_mean BETWEEN 1 AND slowdown_max) AS b FROM points")).endsWith("\ntrue\n");
    refused("--fail-on: ", "--fail-on", "p99 slowdwn < 1");
    assertThat(sweep("s", "--engine", "slurm", "--fail-on", "drops == 0").exit()).isZero();
    assertThat(folder.resolve("s/sweep.sbatch")).content().contains(" --fail-on 'drops == 0' ");
  }

  @Test
  void pointIsTheRunOfItsValues() throws IOException {
    assertThat(sweep("a", "--quiet").exit()).isZero();
    Path alone = folder.resolve("alone");
    Program.run("run", file.toString(), "--scheme", "dcqcn", "--seed", "2", "--set", "acks.every=4", "--out", alone.toString(),
        "--quiet");
    assertThat(folder.resolve("a/0012/flows.csv")).hasSameTextualContentAs(alone.resolve("flows.csv"));
    assertThat(folder.resolve("a/0012/scenario.yaml")).hasSameTextualContentAs(alone.resolve("scenario.yaml"));
  }

  @Test
  void anyNumberOfJobsGivesTheSameResults() {
    assertThat(sweep("one", "--jobs", "1").exit()).isZero();
    assertThat(sweep("four", "-j", "4").exit()).isZero();
    assertThat(results("four")).isEqualTo(results("one"));
  }

  /** A point with files other than those that its run wrote is no result of the sweep. */
  @Test
  void editedPointsRunAgain() throws IOException {
    assertThat(sweep("a", "--quiet").exit()).isZero();
    Path flows = folder.resolve("a/0004/flows.csv");
    String whole = Files.readString(flows);
    Files.writeString(flows, whole.replace(".", "1."));
    Files.delete(folder.resolve("a/0006/ports.csv"));
    Program again = sweep("a");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains("inflight: warning: " + flows + ": this is not what the run wrote: it has ",
        "inflight: warning: " + folder.resolve("a/0006/ports.csv") + ": the file is missing; ", "; this point runs again\n");
    assertThat(again.err().lines().filter(line -> line.contains(" kept"))).hasSize(10);
    assertThat(flows).content().isEqualTo(whole);
    assertThat(
        Program.run("report", folder.resolve("a").toString(), "--strict", "--out", folder.resolve("r.html").toString()).err())
        .isEmpty();
  }

  /** Finished points are kept; an unfinished point, or one with another input by now, runs again. */
  @Test
  void sameCommandContinuesAnInterruptedSweep() throws IOException {
    assertThat(sweep("a").exit()).isZero();
    String whole = results("a");
    var kept = FileTime.fromMillis(1_000_000_000_000L);
    for (Path summary : summaries("a")) {
      Files.setLastModifiedTime(summary, kept);
    }
    Files.move(folder.resolve("a/0003/summary.json"), folder.resolve("a/0003/INCOMPLETE")); // killed
    Files.delete(folder.resolve("a/0005/input.sha256")); // killed between the two
    Files.writeString(folder.resolve("a/0007/input.sha256"), "of another version\n");
    Program again = sweep("a");
    assertThat(again.exit()).isZero();
    assertThat(again.err().lines().filter(line -> line.contains(" kept"))).hasSize(9);
    assertThat(results("a")).isEqualTo(whole);
    var anew = new ArrayList<String>();
    for (Path summary : summaries("a")) {
      if (!Files.getLastModifiedTime(summary).equals(kept)) {
        anew.add(String.valueOf(summary.getParent().getFileName()));
      }
    }
    assertThat(anew).containsExactly("0003", "0005", "0007");
    Files.writeString(file, SCENARIO.replace("50KB", "60KB"));
    Program forced = sweep("a", "--force");
    assertThat(forced.exit()).as(forced.err()).isZero();
    assertThat(forced.err()).doesNotContain(" kept");
    assertThat(sweep("a").err().lines().filter(line -> line.contains(" kept"))).hasSize(12);
  }

  /** The difference may be in the places, their values, their order, or the common keys. */
  @Test
  void rejectsAnotherSweepAndChangesNothing() throws IOException {
    Files.writeString(file, "topology: star(hosts=5)\nflows: incast(senders=4, size=50KB)\n");
    String[] first = {"--set", "scheme=[hpcc, dcqcn]", "--set", "seed=[1, 2]"};
    assertThat(sweep("a", first).exit()).isZero();
    String whole = measured("a");
    String another = "inflight: " + folder.resolve("a") + ": the folder holds another sweep";
    record Other(String sentence, List<String> options) {
    }
    for (Other other : List.of(
        new Other(", which varies scheme, seed; this sweep varies scheme", List.of("scheme=[hpcc, dcqcn]")),
        new Other(", which varies scheme, seed; this sweep varies seed, scheme", List.of("seed=[1, 2]", "scheme=[hpcc, dcqcn]")),
        new Other(": its point 0001 is scheme=hpcc seed=1, but here scheme=swift seed=1;",
            List.of("scheme=[swift, hpcc]", "seed=[1, 2]")),
        new Other(": its point 0003 is scheme=dcqcn seed=1, but here scheme=hpcc seed=3;",
            List.of("scheme=[hpcc, dcqcn]", "seed=[1, 2, 3]")),
        new Other(": its point 0003 is scheme=dcqcn seed=1, which this sweep omits", List.of("scheme=[hpcc]", "seed=[1, 2]")),
        new Other(" with the same values, but different scenarios: buffer: 32MiB -> 16MiB;",
            List.of("scheme=[hpcc, dcqcn]", "seed=[1, 2]", "buffer=16MiB")))) {
      Program refused = sweep("a", other.options.stream().flatMap(one -> Stream.of("--set", one)).toArray(String[]::new));
      assertThat(refused.exit()).as(other.sentence).isEqualTo(2);
      assertThat(refused.err()).startsWith(another + other.sentence)
          .endsWith("; give another folder with --out, or replace its contents with --force\n");
      assertThat(measured("a")).isEqualTo(whole);
    }
  }

  private String measured(String out) {
    return answer(out, "SELECT point, scheme, seed, fingerprint, wallSeconds FROM points");
  }

  @Test
  void furtherValuesOfTheFirstListExtendASweep() throws IOException {
    Files.writeString(file, "topology: star(hosts=5)\nflows: incast(senders=4, size=50KB)\n");
    assertThat(sweep("a", "--set", "scheme=[hpcc, dcqcn]", "--set", "seed=[1, 2]").exit()).isZero();
    Program more = sweep("a", "--set", "scheme=[hpcc, dcqcn, swift]", "--set", "seed=[1, 2]");
    assertThat(more.exit()).as(more.err()).isZero();
    assertThat(more.err().lines().filter(line -> line.contains(" kept"))).hasSize(4);
    assertThat(answer("a", "SELECT count(*) FROM points")).endsWith("\n6\n");
  }

  private List<Path> summaries(String out) throws IOException {
    try (Stream<Path> points = Files.list(folder.resolve(out))) {
      return points.map(point -> point.resolve("summary.json")).filter(Files::exists).sorted().toList();
    }
  }

  /** The content of a file counts, and not only its name. */
  @Test
  void inputsInOtherFilesCount() throws IOException {
    Path flows = Files.writeString(folder.resolve("flows.txt"), "1\n0 1 3 100 5000 0\n");
    Files.writeString(file, "topology: star(hosts=3)\nflows: file(flows.txt)\nseed: [1, 2]\n");
    Program first = sweep("a");
    assertThat(first.exit()).as(first.err()).isZero();
    Files.writeString(flows, "1\n0 1 3 100 6000 0\n");
    assertThat(sweep("a").err()).doesNotContain(" kept");
    assertThat(answer("a", "SELECT DISTINCT deliveredBytes FROM points")).endsWith("6000\n");
  }

  /** Tables contain names, so points whose file of names was edited run again, and no other ones. */
  @Test
  void editedNamesRunAgain() throws IOException {
    Path names = Files.writeString(folder.resolve("names.csv"), "node,name\n0,alpha\n");
    file = Files.writeString(folder.resolve("s.yaml"), SCENARIO.replace("[1, 4]", "1") + "names: names.csv\n");
    assertThat(sweep("a", "--quiet").exit()).isZero();
    assertThat(sweep("a").err().lines().filter(line -> line.contains(" kept"))).hasSize(6);
    String before = answer("a", "SELECT DISTINCT name FROM nodes WHERE node = 0");
    Files.writeString(names, "node,name\n0,beta\n");
    Program again = sweep("a");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.err()).doesNotContain(" kept");
    assertThat(before).contains("alpha");
    assertThat(answer("a", "SELECT DISTINCT name FROM nodes WHERE node = 0")).contains("beta").doesNotContain("alpha");
    assertThat(answer("a", "SELECT DISTINCT peer_name FROM ports WHERE peer = 0")).contains("beta").doesNotContain("alpha");
    Files.writeString(names, "node,name\n99,gamma\n");
    Program refused = sweep("a");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("99");
    assertThat(answer("a", "SELECT DISTINCT name FROM nodes WHERE node = 0")).contains("beta");
  }

  /** They are in the folder of the sweep's file, like files that are named once. */
  @Test
  void filesInListsAreRelativeToTheScenario() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    Files.writeString(folder.resolve("b.txt"), "3 1 2\n2\n0 2 25Gbps 1us 0\n1 2 25Gbps 1us 0\n");
    Files.writeString(file, "topology: [file(a.txt), file(b.txt)]\nflows: flow(from=0, to=1, size=20KB)\n");
    Program program = sweep("files", "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(answer("files", "SELECT count(DISTINCT fingerprint) AS differ FROM points")).endsWith("2\n");
  }

  @Test
  void listsOfTheCommandLineCount() throws IOException {
    Files.writeString(file, "topology: star(hosts=3)\nflows: [flow, 'flow(from=1, to=0)']\nscheme: [hpcc]\n");
    assertThat(sweep("a", "--set", "scheme=[none, dctcp]", "--set", "payload=[500B,1000B]").exit()).isZero();
    assertThat(answer("a", "SELECT scheme, payload, flows FROM points"))
        .isEqualTo("scheme,payload,flows\nnone,500B,2\nnone,1000B,2\ndctcp,500B,2\ndctcp,1000B,2\n");
  }

  @Test
  void reportsUnfinishedFlows() {
    Program program = sweep("a", "--set", "until=[5us, 1ms]", "--set", "seed=1", "--set", "acks.every=1", "--set",
        "unfinished=failure");
    assertThat(program.exit()).isEqualTo(3);
    assertThat(program.err()).contains("5us", " 0/4 ",
        "flows of 3 points did not finish: 0001, 0003, 0005; the reasons are in " + folder.resolve("a/0001/stalled.csv"));
    assertThat(answer("a", "SELECT count(*) FROM points WHERE stalledFlows > 0")).endsWith("3\n");
  }

  /** One point that cannot run refuses all, before anything is written. */
  @Test
  void invalidPointRejectsTheSweep() {
    refused("(point 2 of 18: scheme=hpcc seed=1 until=0s)", "--set", "until=[1ms, 0s, 2ms]", "--set", "acks.every=1");
    refused("did you mean 'hpcc'?", "--set", "scheme=[hpc, dcqcn]");
    refused("the brackets of 'hpcc(eta=0.9, dcqcn' do not match", "--set", "scheme=[hpcc(eta=0.9, dcqcn]");
    refused("--set seed: '1' is listed twice", "--set", "seed=[1, 1]");
    refused("--set seed: the list is empty", "--set", "seed=[]");
    refused("--set seed: there is nothing to sweep: '1,2,3' has no brackets, so it is one value; a list is --set 'seed=[1,2,3]'",
        "--set", "scheme=hpcc(eta=0.9, maxStage=3)", "--set", "seed=1,2,3", "--set", "acks.every=1");
    refused("there is nothing to sweep", "--set", "seed=1", "--set", "scheme=hpcc", "--set", "acks.every=1");
    refused("0 is outside 1 to 1024", "--jobs", "0");
  }

  @Test
  void namesThePointInEachErrorOfSeveral() throws IOException {
    Files.writeString(file, SCENARIO + "payload: -4\nbuffer: -3\n");
    Program program = sweep("none");
    assertThat(program.err().lines()).hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith("inflight: " + file).contains(" (point 1 of 12: "));
  }

  /** A config.txt cannot have a list, so the command line names the swept values. */
  @Test
  void sweepsAConfigurationAndWarnsOnce() throws IOException {
    file = Files.writeString(folder.resolve("config.txt"), """
        TOPOLOGY_FILE topology.txt
        FLOW_FILE flow.txt
        CC_MODE 7
        ENABLE_QCN 0
        RATE_AI 50Mb/s
        RATE_HAI 50Mb/s
        EWMA_GAIN 0.0625
        L2_ACK_INTERVAL 1
        SIMULATOR_STOP_TIME 2.01
        BW_MON_FILE bw.txt
        SOME_KEY 4
        """);
    Files.writeString(folder.resolve("topology.txt"), "3 1 2\n2\n0 2 40Gbps 1us 0\n1 2 40Gbps 1us 0\n");
    Files.writeString(folder.resolve("flow.txt"), "1\n0 1 3 100 20000 2.0\n");
    String[] points = {"--set", "CC_MODE=[7, 8, 12]", "--set", "seed=[1, 2]"};
    Program program = sweep("points", points);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err().lines().filter(line -> line.startsWith("inflight: warning: "))).hasSize(4)
        .anySatisfy(line -> assertThat(line).contains(file + ":10: BW_MON_FILE has no effect"))
        .anySatisfy(line -> assertThat(line).contains(file + ":11: unknown key 'SOME_KEY'"))
        .anySatisfy(line -> assertThat(line).contains(file + ":4: ENABLE_QCN 0: switches mark no packets"))
        .anySatisfy(line -> assertThat(line).contains("--set CC_MODE: CC_MODE 12 has no congestion control"));
    assertThat(answer("points", "SELECT count(*), sum(flowsFinished) FROM points")).endsWith("\n6,6\n");

    Program strict = sweep("none", "--set", "seed=[1, 2]", "--strict");
    assertThat(strict.exit()).isEqualTo(2);
    assertThat(strict.err().lines()).hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith("inflight: " + file).endsWith(" (point 1 of 2: seed=1)"));
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void keepsFoldersOfOtherPrograms() throws IOException {
    Files.createDirectories(folder.resolve("other"));
    Files.writeString(folder.resolve("other/mine.txt"), "mine");
    Program program = sweep("other");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("the folder has files, but no sweep; choose another with --out");
    try (Stream<Path> content = Files.list(folder.resolve("other"))) {
      assertThat(content).hasSize(1);
    }
  }

  @Test
  void printsMissingPointsOnRequest() throws IOException {
    assertThat(sweep("a", "--quiet").exit()).isZero();
    try (Stream<Path> files = Files.list(folder.resolve("a/0004"))) {
      for (Path one : files.toList()) {
        Files.delete(one);
      }
    }
    Files.delete(folder.resolve("a/0004"));
    Program refused = Program.run("query", folder.resolve("a").toString(), "FROM points");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("1 of 12 points have not been run");
    assertThat(Program.run("query", "--partial", folder.resolve("a").toString(), "SELECT count(*) AS n FROM points").out())
        .endsWith("11\n");
  }

  /** A point that was cut off counts as one that has not been run, as in the line that the sweep ends with. */
  @Test
  void interruptedPointsCountAsMissing() throws IOException {
    assertThat(sweep("cut", "--quiet").exit()).isZero();
    Path cut = folder.resolve("cut/0004");
    Files.delete(cut.resolve("summary.json"));
    Files.writeString(cut.resolve("INCOMPLETE"), "");
    for (String command : List.of("query", "compare")) {
      Program refused = command.equals("query")
          ? Program.run("query", folder.resolve("cut").toString(), "FROM points")
          : Program.run("compare", folder.resolve("cut").toString());
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .contains("1 of 12 points have not been run to their end, 1 of them in part; the same sweep again");
    }
  }

  /** A pipe can be read once, and has a scenario for each point. */
  @Test
  void readsAPipe() throws Exception {
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    Path pipe = folder.resolve("pipe");
    OutsideTool.run(folder, List.of("mkfifo", pipe.toString())).expectSuccess();
    var sweep = new FutureTask<>(
        () -> Program.run("sweep", pipe.toString(), "--set", "seed=[1, 2]", "--quiet", "--out",
            folder.resolve("out").toString()));
    Thread.ofPlatform().daemon().start(sweep);
    Files.writeString(pipe, "topology: star(hosts=3)\nflows: incast(senders=2, size=1KB)\n");
    assertThat(sweep.get(60, TimeUnit.SECONDS).err()).isEmpty();
    assertThat(sweep.get().exit()).isZero();
    assertThat(folder.resolve("out/0002/summary.json")).exists();
  }
}
