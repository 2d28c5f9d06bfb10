package dev.inflight.lab.cli;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.spread.SpreadFile;
import dev.inflight.lab.spread.SpreadText;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Option {@code --ensemble}: runs a scenario several times, with cables that differ by a few picoseconds. The member of the
 * ensemble is one more key that varies.
 */
final class EnsembleOption implements CommandOptions.Part {
  static final String NAME = "--ensemble";
  private static final int LEAST = 2;
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");

  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<@Nullable String> members = options.text(NAME, "N",
      "run N members of an ensemble, 2 to 10000, with cables that differ by a few picoseconds, and print their spread");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  boolean isGiven() {
    return members.value() != null;
  }

  /** Returns the equivalent value of {@code --set}. */
  @Nullable
  String setting() {
    return members.value() == null ? null : EnsembleMember.PLACE + "=" + values();
  }

  /** Returns the overrides with all members of the ensemble. */
  Overrides over(Overrides others) {
    return members.value() == null
        ? others
        : others.and(new Overrides.Replacement(EnsembleMember.PLACE, values(), SourceLocation.of(NAME), true));
  }

  private String values() {
    return IntStream.range(0, number()).mapToObj(Integer::toString).collect(Collectors.joining(", ", "[", "]"));
  }

  private int number() {
    SourceLocation place = SourceLocation.of(NAME);
    String range = "an ensemble has " + LEAST + " to " + EnsembleMember.MOST_MEMBERS + " members";
    String written = String.valueOf(members.value()).strip();
    if (!WHOLE.matcher(written).matches()) {
      throw place.error(Quoted.of(written) + " is not a whole number; " + range);
    }
    try {
      int number = Integer.parseInt(written);
      if (number >= LEAST && number <= EnsembleMember.MOST_MEMBERS) {
        return number;
      }
      throw place.error(number + " is outside " + LEAST + " to " + EnsembleMember.MOST_MEMBERS
          + (number == 1 ? "; one run has no spread" : ": " + range));
    } catch (NumberFormatException tooLong) {
      throw place.error(Quoted.shortened(written) + " is outside " + LEAST + " to " + EnsembleMember.MOST_MEMBERS + ": " + range);
    }
  }

  /** Writes and prints the spread of a folder's members, which must all exist; does nothing without an ensemble. */
  void end(Path folder, boolean quiet, PrintStream out) {
    if (members.value() != null) {
      String text = SpreadText.write(SpreadFile.write(folder));
      if (!quiet) {
        out.print(text);
        out.flush();
      }
    }
  }
}
