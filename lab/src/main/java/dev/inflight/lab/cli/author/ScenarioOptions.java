package dev.inflight.lab.cli.author;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Options by which a command that runs one scenario replaces its values. */
public final class ScenarioOptions implements CommandOptions.Part {
  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<@Nullable String> scheme = options.text("--scheme", "SCHEME", new Candidates.SchemeNames(),
      "another congestion control, such as hpcc(eta=0.9)");

  private final OptionValue<@Nullable String> telemetry = options.text("--telemetry", "FORMAT", new Candidates.FormatNames(),
      "another telemetry header, such as native(udpPort=50000)");

  private final OptionValue<List<String>> set = options.list(String.class, "--set", "KEY=VALUE", new Candidates.Keys(),
      "another value for any key of the scenario, such as buffer=16MiB, acks.every=4 or flows.0.load=0.3; may be repeated");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  /** Returns the other overrides, then those of options for single keys, then those of {@code --set}. */
  public Overrides over(Overrides others) {
    return others.with("scheme", scheme.value()).with("telemetry", telemetry.value()).set(set.value());
  }
}
