package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Search for the files that a configuration names, and its errors. */
class ReferenceFilesTest {
  private static final String IN_MIX = ConfigFolder.PLAIN.replace("_FILE ", "_FILE mix/");

  @TempDir
  private Path folder;
  private ConfigFolder config;

  @BeforeEach
  void write() throws IOException {
    config = new ConfigFolder(folder.resolve("mix")).write();
  }

  private void refuses(String message, String... sets) {
    assertThatThrownBy(() -> config.read(sets)).isInstanceOf(InputError.class).hasMessage(message);
  }

  /** The authors' own layout, which --strict accepts. */
  @Test
  void notesWhereFilesWereFound() throws IOException {
    Scenario scenario = config.with(IN_MIX).read();
    assertThat(scenario.warnings()).isEmpty();
    assertThat(scenario.notes()).containsExactly(
        config.config() + ":1: TOPOLOGY_FILE mix/topology.txt is read from " + folder.resolve("mix/topology.txt")
            + ", as it is not beside this file",
        config.config() + ":2: FLOW_FILE mix/flow.txt is read from " + folder.resolve("mix/flow.txt")
            + ", as it is not beside this file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "sweep"})
  void printsNotesUnlessQuiet(String command) throws IOException {
    config.with(IN_MIX);
    for (boolean quiet : new boolean[] {false, true}) {
      String[] out = command.equals("check")
          ? new String[] {"--strict"}
          : new String[] {"--strict", "--out", folder.resolve("out" + quiet).toString()};
      var arguments = new ArrayList<>(List.of(command, config.config().toString()));
      arguments.addAll(List.of(out));
      if (command.equals("sweep")) {
        arguments.addAll(List.of("--set", "seed=[1,2]"));
      }
      if (quiet) {
        arguments.add("--quiet");
      }
      Program program = Program.run(arguments.toArray(String[]::new));
      assertThat(program.exit()).as(program.err()).isZero();
      String note = "note: " + config.config() + ":1: TOPOLOGY_FILE mix/topology.txt is read from ";
      assertThat(program.err().split(Pattern.quote(note), -1)).hasSize(quiet ? 1 : 2);
    }
  }

  /** A line of the file is split at blanks, as the authors' reader does; a value of the command line is one name. */
  @Test
  void readsNamesOfTheCommandLineWithBlanks() throws IOException {
    Path spaced = Files.createDirectories(folder.resolve("a  folder"));
    Path topology = Files.copy(folder.resolve("mix/topology.txt"), spaced.resolve("my topology.txt"));
    Path flows = Files.copy(folder.resolve("mix/flow.txt"), spaced.resolve("my flows.txt"));
    Scenario scenario = config.read("TOPOLOGY_FILE=" + topology, "FLOW_FILE= " + flows + " ", "TRACE_OUTPUT_FILE=mix/no such.tr");
    assertThat(scenario.setup().flows().count()).isEqualTo(config.read().setup().flows().count());
    assertThat(scenario.notes()).isEmpty();
    config.with("FLOW_FILE " + flows);
    assertThatThrownBy(() -> config.read())
        .hasMessageContaining("FLOW_FILE names " + folder.resolve("a") + ", and there is no such file");
  }

  /** A configuration in mix/SUITE/GROUP/CASE/config/config.txt has names from the simulation folder. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6})
  void findsFilesUpToSixFoldersAbove(int depth) throws IOException {
    Path deep = folder;
    for (String name : List.of("mix", "01_Suite", "02_Group", "Case", "conf", "a").subList(0, depth)) {
      deep = deep.resolve(name);
    }
    Scenario scenario = new ConfigFolder(Files.createDirectories(deep)).with(IN_MIX).read();
    assertThat(scenario.notes()).hasSize(2).first().asString().contains(" is read from " + folder.resolve("mix/topology.txt"));
  }

  @Test
  void findsNoFileInTheSeventhFolderAbove() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("mix/1/2/3/4/5/6"));
    ConfigFolder far = new ConfigFolder(deep).with(IN_MIX);
    assertThatThrownBy(() -> far.read()).isInstanceOf(InputError.class)
        .hasMessageContaining("TOPOLOGY_FILE names mix/topology.txt, and there is no such file")
        .hasMessageContaining(folder.resolve("mix/mix/topology.txt").toString());
  }

  /** third.cc of the HPCC authors has one form of lines, so a configuration without keys of forks decides. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"1\\n0 1 3 100 1 2|packets start-seconds stop-seconds",
      "2\\n0 1 2 3 5000 2\\n1 0 2 3 5000 2|number source destination priority bytes start-seconds"})
  void readsSixColumnsAsTheAuthors(String text, String other) throws IOException {
    Files.writeString(folder.resolve("mix/topology.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    Path flow = Files.writeString(folder.resolve("mix/flow.txt"), text.replace("\\n", "\n"));
    Scenario scenario = config.read();
    assertThat(scenario.setup().flows().sizeBytes(0)).isEqualTo(text.startsWith("1") ? 1 : 5000);
    assertThat(scenario.setup().flows().startPs(0)).isEqualTo(2_000_000_000_000L);
    assertThat(scenario.warnings()).isEmpty();
    assertThat(scenario.notes()).singleElement().asString().startsWith(
        flow + ":2: the columns are read as 'source destination priority port bytes start-seconds', as the HPCC authors'"
            + " simulator does; they could also be '")
        .endsWith(other + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SEND_IN_CHUNKS 0", "LB_MODE 0", "FC_MODE 0"})
  void refusesAmbiguousColumnsOfForks(String key) throws IOException {
    config.with(ConfigFolder.PLAIN + key + "\n");
    Files.writeString(folder.resolve("mix/flow.txt"), "1\n0 1 3 100 1 2\n");
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class)
        .hasMessageStartingWith(folder.resolve("mix/flow.txt") + ":2: the columns can be ");
  }

  /** A name of the command line is relative to the working directory, then searched like a name in the file. */
  @Test
  void searchesNamesOfTheCommandLine() {
    for (String name : new String[] {"topology.txt", "mix/topology.txt"}) {
      assertThat(config.read("TOPOLOGY_FILE=" + name).notes()).as(name).containsExactly("--set TOPOLOGY_FILE: TOPOLOGY_FILE "
          + name + " is read from " + folder.resolve("mix/topology.txt") + ", as it is not in the working directory");
    }
    assertThat(config.read("TOPOLOGY_FILE=" + folder.resolve("mix/topology.txt")).notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/home/author/hpcc/topology.txt", "old/names/topology.txt"})
  void suggestsTheFileOfThatNameNextToTheConfiguration(String name) throws IOException {
    config.with(ConfigFolder.PLAIN.replace("topology.txt", name));
    refuses(config.config() + ":1: TOPOLOGY_FILE names " + name
        + ", and there is no such file; a file of this name is beside the configuration: --set TOPOLOGY_FILE="
        + folder.resolve("mix/topology.txt"));
  }

  @Test
  void rejectsFoldersByLine() throws IOException {
    config.with(ConfigFolder.PLAIN.replace("topology.txt", "mix"));
    Files.createDirectory(folder.resolve("mix/mix"));
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class).hasMessageStartingWith(
        config.config() + ":1: TOPOLOGY_FILE names mix, which is a folder; a file is needed; looked for ");
    Path yaml = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=2)\nflows: file(mix)\n");
    assertThatThrownBy(() -> ScenarioReader.read(yaml)).isInstanceOf(InputError.class)
        .hasMessage(yaml + ":2: " + folder.resolve("mix") + ": this is a folder; a file is needed");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "TOPOLOGY_FILE | flow.txt | a flow file of the HPCC authors' simulator or one of its forks; a topology file is needed",
      "FLOW_FILE | topology.txt | a topology file of the HPCC authors' simulator or one of its forks; a flow file is needed",
      "FLOW_FILE | a.goal | a GOAL schedule; it is named with --set \"flows=trace(path=FILE)\""})
  void namesTheKindOfAnotherFile(String key, String file, String kind) throws IOException {
    Files.writeString(folder.resolve("mix/a.goal"),
        "num_ranks 2\nrank 0 {\nl1: send 10b to 1\n}\nrank 1 {\nl1: recv 10b from 0\n}\n");
    Path path = folder.resolve("mix").resolve(file);
    config.with(ConfigFolder.PLAIN + key + " " + file + "\n");
    assertThatThrownBy(() -> config.read()).isInstanceOf(InputError.class).hasMessage(
        config.config() + ":14: " + key + " names " + path + ", which is " + kind.replace("FILE)", path + ")"));
  }

  @Test
  void namesKeysInCapitalsAndTheNearestFew() {
    refuses("--set cc_mode: unknown key 'cc_mode'; keys of a config.txt are in capitals: CC_MODE", "cc_mode=3");
    assertThatThrownBy(() -> config.read("foo=2", "sceme=3")).isInstanceOf(InputError.class).message().satisfies(message -> {
      assertThat(message.lines()).hasSize(2).allSatisfy(line -> assertThat(line).hasSizeLessThan(160));
      assertThat(message).contains("--set sceme: unknown key 'sceme'; did you mean 'scheme'?");
    });
    assertThat(config.read("seed=3").setup().seed()).isEqualTo(3);
  }
}
