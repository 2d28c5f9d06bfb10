package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.author.Questions;
import dev.inflight.lab.author.ScenarioTemplate;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  @TempDir
  private Path folder;

  private Path file() {
    return folder.resolve("my.yaml");
  }

  @Test
  void writtenScenarioRuns() throws IOException {
    Program init = Program.run("init", file().toString());
    assertThat(init.exit()).isZero();
    assertThat(init.out()).contains("next: ./inflight run " + file());
    Program check = Program.run("check", file().toString());
    assertThat(check.out()).contains("can run: ").contains("32 hosts and 6 switches under hpcc");
    assertThat(Files.readString(file())).contains("# buffer: 32MiB").contains("topology: leaf-spine(");
    assertThat(Files.readString(folder.resolve("inflight.schema.json"))).startsWith("{");
  }

  @Test
  void helpMarksTheFileAsOptional() {
    assertThat(Program.run("help", "init").out()).contains("[FILE]");
  }

  /** Each comment shows the default, so the scenario with all of them is the same. */
  @Test
  void commentsAreTheDefaults() throws IOException {
    Program.run("init", file().toString(), "--topology", "star(hosts=5)", "--flows", "incast(senders=4)");
    String written = Files.readString(file());
    Path all = folder.resolve("all.yaml");
    Files.writeString(all, written.replaceAll("(?m)^# ([a-z][a-zA-Z]*: )", "$1"));
    assertThat(written.lines().filter(line -> line.matches("# [a-z][a-zA-Z]*: .*")).count()).isGreaterThan(20);
    String plain = Program.run("run", file().toString(), "--check", "--set", "name=x").out();
    assertThat(Program.run("run", all.toString(), "--check", "--set", "name=x").out()).isEqualTo(plain).isNotEmpty();
  }

  @Test
  void optionsReachTheScenario() throws IOException {
    Program.run("init", file().toString(), "--scheme", "dcqcn", "--topology", "star(hosts=9)", "--flows", "incast(senders=8)");
    assertThat(Program.run("check", file().toString()).out()).contains("8 flows of 9 hosts and 1 switch under dcqcn");
  }

  @Test
  void wrongOptionsWriteNothing() {
    Program init = Program.run("init", file().toString(), "--scheme", "hpc");
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains("unknown scheme 'hpc'; did you mean 'hpcc'?");
    assertThat(file()).doesNotExist();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void overwritesNothingWithoutForce() throws IOException {
    Files.writeString(file(), "mine");
    Program init = Program.run("init", file().toString());
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains("this file exists already; give another name, or overwrite it with --force");
    assertThat(file()).hasContent("mine");
  }

  @Test
  void forceOverwritesOneScenario() throws IOException {
    Files.writeString(file(), "mine");
    Program init = Program.run("init", file().toString(), "--force", "--topology", "star(hosts=3)");
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(file()).content().contains("topology: star(hosts=3)").doesNotContain("mine");
    assertThat(folder).isDirectoryContaining("glob:**my.yaml").isDirectoryNotContaining("glob:**part*");
    assertThat(Program.run("check", file().toString()).exit()).isZero();
  }

  /** A failure keeps the existing file, and neither the file of {@code --from} nor results of a run are overwritten. */
  @Test
  void forceKeepsFilesOnFailure() throws IOException {
    Files.writeString(file(), "mine");
    assertThat(Program.run("init", file().toString(), "--force", "--scheme", "hpc").exit()).isEqualTo(2);
    assertThat(file()).hasContent("mine");
    Path flows = Files.writeString(folder.resolve("f.txt"), "1\n0 5 3 100 5000 2\n");
    Program init = Program.run("init", flows.toString(), "--force", "--from", flows.toString());
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains("this is the input");
    assertThat(flows).hasContent("1\n0 5 3 100 5000 2\n");
    assertThat(Program.run("init", folder.toString(), "--force").exit()).isEqualTo(2);
  }

  @Test
  void reportsMissingFolder() {
    Program init = Program.run("init", folder.resolve("none/my.yaml").toString());
    assertThat(init.exit()).isEqualTo(2);
    assertThat(init.err()).contains("cannot write it");
  }

  @Test
  void repeatsQuestionsUntilAnswersAreValid() {
    var screen = new ByteArrayOutputStream();
    var answers = new BufferedReader(new StringReader("star(host=5)\nstar(hosts=5)\n\nswift\n"));
    var template = new Questions(answers, new PrintStream(screen, true)).ask(ScenarioTemplate.DEFAULT);
    assertThat(template).isEqualTo(new ScenarioTemplate("star(hosts=5)", ScenarioTemplate.DEFAULT.flows(), "swift", Map.of()));
    assertThat(screen.toString()).contains("star has no parameter 'host'; did you mean 'hosts'?")
        .contains("Traffic: flow, incast");
  }
}
