package dev.inflight.lab.cli.author;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option {@code --fast}, which leaves steady periods out of the simulation. */
public final class FastOption {
  private static final String KEY = "fidelity";
  private static final String FAST = "fast";

  @Option(names = "--fast", arity = "0..1", paramLabel = "ERROR", preprocessor = Attached.class, description = "skip stretches"
      + " of steady or periodic traffic, as fidelity: fast does; --fast=0.2%% bounds the error of completion times, by default 0.5%%")
  private @Nullable String error;

  /** Accepts a value after an equals sign only: a word after a blank is another argument. */
  static final class Attached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      option.setValue("=".equals(info.get("separator")) ? args.pop() : "");
      return true;
    }
  }

  private Optional<String> spec() {
    return Optional.ofNullable(error).map(written -> written.isEmpty() ? FAST : FAST + "(error=" + written + ")");
  }

  /** Returns the overrides with the option's fidelity. */
  public Overrides over(Overrides others) {
    return spec().map(spec -> others.and(new Overrides.Replacement(KEY, spec, SourceLocation.of("--fast"), false)))
        .orElse(others);
  }
}
