package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.extension.Extension;
import dev.inflight.lab.result.RunFolder;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands and paths in helps are on one line each, though picocli breaks lines after any point and hyphen. */
class HelpLinesTest {
  @Test
  void noHelpBreaksACommand() {
    String known = Program.run("rnu").err();
    List<String> commands = Arrays.asList(known.substring(known.indexOf("known: ") + 7, known.indexOf('\n')).split(", "));
    assertThat(commands).contains("run", "serve", "live", "paper");
    for (String command : commands) {
      Program help = Program.run("help", command);
      assertThat(help.exit()).isZero();
      assertThat(help.out().lines()).as(command).isNotEmpty().noneMatch(line -> line.matches(".*\\s\\.|\\s+/\\S.*|.*\\w[-/]"));
    }
    assertThat(Program.run("help", "run").out())
        .contains("  mpirun --bind-to none -np 4 ./inflight run scenarios/fattree-1024.yaml --mpi\n");
  }

  /** The first jar lists extensions, because the service loader opens every jar. */
  @Test
  void theFirstJarListsAllExtensions() {
    assertThat(getClass().getResource("/META-INF/inflight-extensions")).isNotNull();
    assertThat(Extension.all()).extracting(Object::getClass).containsExactlyInAnyOrderElementsOf(
        ServiceLoader.load(Extension.class).stream().<Class<?>>map(ServiceLoader.Provider::type).toList());
  }

  /** The list of all commands needs a name and a sentence of each; options of all would take picocli longer than a short run. */
  @Test
  void listOfCommandsMakesNoOptions() {
    var streams = new Extension.Streams(System.out, System.err, RunFolder.Opener.DISK);
    assertThat(Extension.all()).isNotEmpty().allSatisfy(
        extension -> assertThat(extension.commands().values()).allSatisfy(command -> assertThat(command.maker().apply(streams))
            .isNotInstanceOf(CommandLine.class).satisfies(made -> assertThat(made.getClass()).hasAnnotation(Command.class))));
    assertThat(Program.run("--help").out()).isEqualTo(Program.run("help").out());
    assertThat(Program.run("--help").out()).contains("  live  ", "packets between network namespaces of this machine");
    assertThat(Program.run("live", "--help").out()).contains("  status  ", "  down  ");
  }
}
