package dev.inflight.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start times and ports of a job's messages depend on the run: messages of the same job are compared nevertheless. */
class ComparedJobsTest {
  @TempDir
  private static Path folder;

  @BeforeAll
  static void run() throws IOException {
    String file = Files.writeString(folder.resolve("jobs.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - collective(op=all-reduce, algorithm=ring, size=400KB, repeat=2)
          - collective(op=all-to-all, size=200KB, start=5us)
          - poisson(load=0.3, sizes=fb-hadoop, duration=100us)
        """).toString();
    for (String scheme : List.of("hpcc", "dcqcn", "nscc")) {
      run(file, scheme, "--scheme", scheme);
    }
    run(file, "other", "--scheme", "hpcc", "--set",
        "flows=[\"collective(op=all-reduce, algorithm=tree, size=400KB, repeat=2)\"]");
    for (String seed : List.of("1", "2")) {
      run(file, "hpcc-" + seed, "--scheme", "hpcc", "--seed", seed, "--threads", seed);
      run(file, "dcqcn-" + seed, "--scheme", "dcqcn", "--seed", seed);
    }
  }

  private static void run(String file, String name, String... options) {
    var arguments = new ArrayList<>(List.of("run", file, "--quiet", "--out", at(name)));
    arguments.addAll(List.of(options));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isZero();
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void matchesMessagesOfTheSameJobs() {
    Comparison comparison = Comparison.of(List.of(read("hpcc"), read("dcqcn"), read("nscc")));
    assertThat(comparison.sameFlows()).isTrue();
    assertThat(comparison.common().size()).isEqualTo(read("hpcc").flows().entries().size());
    Program program = Program.run("compare", at("hpcc"), at("dcqcn"), at("nscc"));
    assertThat(program.exit()).isZero();
    List<String> tables = program.out().lines().dropWhile(line -> !line.startsWith("job ")).toList();
    assertThat(tables.getFirst()).isEqualTo("job all-reduce of 8 ranks");
    assertThat(tables.get(1).strip().split("  +")).containsExactly("duration", "exposed", "bus rate", "duration/A", "bus rate/A");
    assertThat(tables.get(2)).matches("A +\\S.* +1\\.000 +1\\.000");
    assertThat(tables.get(3)).startsWith("B dcqcn ");
    assertThat(tables).anyMatch(line -> line.equals("job all-to-all of 8 ranks"));
    String json = Program.run("compare", at("hpcc"), at("dcqcn"), "--json").out();
    assertThat(json).contains("\"sameFlows\" : true", "\"name\" : \"all-reduce\"", "\"secondsToA\" : 1", "\"busToA\"");
  }

  @Test
  void matchesNoMessagesOfDifferentJobs() {
    Comparison comparison = Comparison.of(List.of(read("hpcc"), read("other")));
    assertThat(comparison.sameFlows()).isFalse();
    Program program = Program.run("compare", at("hpcc"), at("other"));
    assertThat(program.exit()).as("other flows").isEqualTo(3);
    assertThat(program.out().lines()).noneMatch(line -> line.startsWith("job "));
    assertThat(Program.run("compare", at("hpcc"), at("other"), "--json").out()).contains("\"secondsToA\" : null");
  }

  @Test
  void seedsAreComparedByJobsToo() {
    Program program = Program.run("compare", at("hpcc-1"), at("dcqcn-1"), at("hpcc-2"), at("dcqcn-2"));
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("longest job", "least bus rate");
    SeedComparison comparison = SeedComparison.of(List.of(read("hpcc-1"), read("dcqcn-1"), read("hpcc-2"), read("dcqcn-2")));
    assertThat(comparison).isNotNull();
    assertThat(comparison.sameFlows()).isTrue();
  }

  /** On the screen, in JSON and in the report: means of two seeds with the interval by Student's t, which is as wide as the two differ. */
  @Test
  void eachJobIsComparedOverSeeds() throws IOException {
    String[] runs = {at("hpcc-1"), at("dcqcn-1"), at("hpcc-2"), at("dcqcn-2")};
    Program program = Program.run(Stream.concat(Stream.of("compare"), Stream.of(runs)).toArray(String[]::new));
    assertThat(program.err()).isEmpty();
    List<String> lines = program.out().lines().toList();
    for (String name : List.of("all-reduce", "all-to-all")) {
      int at = lines.indexOf("job " + name + " of 8 ranks");
      assertThat(at).as(name).isPositive();
      assertThat(lines.get(at + 2)).matches("mean of a run +A hpcc +B dcqcn +B against A +95 % confidence +verdict");
      assertThat(lines.subList(at + 3, at + 7))
          .satisfiesExactly(line -> assertThat(line).startsWith("duration "), line -> assertThat(line).startsWith("exposed "),
              line -> assertThat(line).startsWith("bus rate "), line -> assertThat(line).startsWith(name + " "))
          .allMatch(line -> line.matches(".* (lower|higher|equal|not significant)"));
    }
    double[] first = {seconds("hpcc-1"), seconds("hpcc-2")};
    double[] other = {seconds("dcqcn-1"), seconds("dcqcn-2")};
    PairedDifference wanted = PairedDifference.of(first, other);
    String json = Program.run(Stream.concat(Stream.of("compare", "--json"), Stream.of(runs)).toArray(String[]::new)).out();
    String ofJobs = json.substring(json.indexOf("\"jobs\" :"));
    assertThat(ofJobs).contains("\"name\" : \"all-reduce\",\n    \"ranks\" : 8,",
        "\"measure\" : \"seconds\",\n      \"unit\" : \"s\",", "\"meanOfA\" : " + wanted.meanFirst(),
        "\"difference\" : " + wanted.difference(), "\"low\" : " + (wanted.difference() - wanted.halfWidth()),
        "\"measure\" : \"exposedShare\"", "\"measure\" : \"busBitsPerSecond\"", "\"measure\" : \"all-reduce.meanSeconds\"");
    Path page = folder.resolve("seeds.html");
    Program.run(Stream.concat(Stream.of("compare", "--report", page.toString()), Stream.of(runs)).toArray(String[]::new));
    assertThat(page).content().contains("\"title\":\"Over seeds: B dcqcn against A hpcc\"",
        "\"title\":\"Job all-reduce over seeds: B dcqcn against A hpcc\"", "[\"duration\",\"");
  }

  private static double seconds(String run) {
    return ComparedJob.of(read(run).summary()).stream().filter(job -> job.name().equals("all-reduce")).findFirst().orElseThrow()
        .seconds();
  }

  /** A job that not all runs have is named. */
  @Test
  void namesJobsThatSomeRunsLack() throws IOException {
    String file = Files.writeString(folder.resolve("one.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - collective(op=all-reduce, algorithm=ring, size=400KB, repeat=2)
          - poisson(load=0.3, sizes=fb-hadoop, duration=100us)
        scheme: hpcc
        """).toString();
    run(file, "one-1", "--seed", "1");
    run(file, "one-2", "--seed", "2");
    Program program = Program.run("compare", at("hpcc-1"), at("one-1"), at("hpcc-2"), at("one-2"));
    assertThat(program.out()).contains("\njob all-reduce of 8 ranks\n",
        "\njob all-to-all: not compared, because not all runs have it with as many ranks and operations\n");
  }

  @Test
  void rejectsDamagedJob() throws IOException {
    Path damaged = Files.createDirectory(folder.resolve("damaged"));
    for (String name : List.of("flows.csv", "scenario.yaml")) {
      Files.copy(folder.resolve("hpcc").resolve(name), damaged.resolve(name));
    }
    String summary = Files.readString(folder.resolve("hpcc").resolve("summary.json"));
    Files.writeString(damaged.resolve("summary.json"), summary.replaceFirst("\"ranks\" ?: 8", "\"ranks\": \"eight\""));
    Program program = Program.run("compare", at("hpcc"), at("damaged"));
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err())
        .containsPattern("summary.json:\\d+: this is not a run's summary: 'jobs\\[\\].ranks' must be a whole number");
  }

  private static ComparedRun read(String name) {
    return ComparedRun.read(folder.resolve(name), false);
  }
}
