package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands and paths in helps stand on one line each, as picocli breaks lines behind any point and hyphen. */
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
}
