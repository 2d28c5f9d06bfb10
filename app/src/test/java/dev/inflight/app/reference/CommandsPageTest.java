package dev.inflight.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of commands has a section for each command, with all that it accepts. */
class CommandsPageTest {
  private static final String PAGE = new CommandsPage().text();

  private static String section(CommandSpec command) {
    String heading = "\n## " + CommandsPage.name(command) + "\n";
    int start = PAGE.indexOf(heading);
    assertThat(start).as(heading).isPositive();
    int end = PAGE.indexOf("\n## ", start + heading.length());
    return PAGE.substring(start, end < 0 ? PAGE.length() : end);
  }

  @Test
  void everyArgumentHasARow() {
    assertThat(CommandsPage.all()).hasSizeGreaterThan(20).allSatisfy(command -> {
      List<String> rows = section(command).lines().filter(line -> line.startsWith("| `")).toList();
      for (OptionSpec option : command.options()) {
        if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
          assertThat(rows).as(command.qualifiedName())
              .anyMatch(row -> row.matches("\\| `([^`]*, )?" + option.longestName() + "[=\\[`].*"));
        }
      }
      for (PositionalParamSpec argument : command.positionalParameters()) {
        if (!argument.hidden()) {
          assertThat(rows).as(command.qualifiedName()).anyMatch(row -> row.contains(Markdown.plain(argument.paramLabel()))
              || row.contains(argument.paramLabel().replace("|", "\\|")));
        }
      }
    });
  }

  @Test
  void hasSubcommandsAndCommandsOfOtherModules() {
    assertThat(CommandsPage.all()).extracting(CommandsPage::name).contains("run", "live up", "watch", "paper", "completion",
        "help");
  }

  @Test
  void examplesAreBlocks() {
    assertThat(PAGE).contains("```text\n./inflight run scenarios/incast.yaml --scheme 'hpcc(eta=0.9)' --out runs/eta90\n");
  }
}
