package dev.inflight.lab.cli.author;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Option {@code --fast}, which leaves steady periods out of the simulation. */
public final class FastOption implements CommandOptions.Part {
  private static final String KEY = "fidelity";
  private static final String FAST = "fast";

  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<@Nullable String> error = options.attached("--fast", "ERROR", new Attached(), "skip periods of steady"
      + " or periodic traffic, as fidelity: fast does; --fast=0.2%% bounds the error of completion times, by default 0.5%%");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  /** Accepts a value only after an equals sign: a word after a blank is another argument. */
  static final class Attached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      option.setValue("=".equals(info.get("separator")) ? args.pop() : "");
      return true;
    }
  }

  private Optional<String> fidelity() {
    return Optional.ofNullable(error.value()).map(written -> written.isEmpty() ? FAST : FAST + "(error=" + written + ")");
  }

  /** Returns the overrides with the option's fidelity. */
  public Overrides over(Overrides others) {
    return fidelity().map(spec -> others.and(new Overrides.Replacement(KEY, spec, SourceLocation.of("--fast"), false)))
        .orElse(others);
  }
}
