package dev.inflight.lab.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Options of a command, or of several commands, in the order of the help. */
public final class CommandOptions {
  /** Options that several commands have. */
  public interface Part {
    /** Specification of the options. */
    CommandSpec spec();
  }

  private final CommandSpec spec;

  /** Creates an empty set of options of this command, or of this part of commands. */
  public CommandOptions(Object user) {
    spec = CommandSpec.wrapWithoutInspection(user);
  }

  /** Specification of the command, or of the part that commands mix in. */
  public CommandSpec spec() {
    return spec;
  }

  /** Adds options that several commands have, and returns them. */
  public <P extends Part> P add(P part) {
    spec.addMixin("part" + spec.mixins().size(), part.spec());
    return part;
  }

  /** Adds the argument without a name. */
  public OptionValue<Path> parameter(String label, Path initial, String description) {
    var value = new OptionValue<>(initial);
    spec.addPositional(PositionalParamSpec.builder().paramLabel(label).description(description).type(Path.class).arity("1")
        .required(true).index("0").initialValue(value.value()).getter(value).setter(value).build());
    return value;
  }

  /** Adds an option with an argument; the value is null without it. */
  public OptionValue<@Nullable String> text(String name, String label, String description) {
    return text(name, label, null, description);
  }

  /** Adds an option with an argument, and words that a shell completes, or null; the value is null without the option. */
  public OptionValue<@Nullable String> text(String name, String label, @Nullable Iterable<String> words, String description) {
    var value = new OptionValue<@Nullable String>(null);
    spec.addOption(option(name, label, description, value).type(String.class).completionCandidates(words).build());
    return value;
  }

  /** Adds an option with a path; the value is null without it. */
  public OptionValue<@Nullable Path> path(String name, String label, String description) {
    var value = new OptionValue<@Nullable Path>(null);
    spec.addOption(option(name, label, description, value).type(Path.class).build());
    return value;
  }

  /** Adds an option with an optional argument, which {@code reader} takes from the command line; the value is null without it. */
  public OptionValue<@Nullable String> attached(String name, String label, IParameterPreprocessor reader, String description) {
    var value = new OptionValue<@Nullable String>(null);
    spec.addOption(option(name, label, description, value).type(String.class).arity("0..1").preprocessor(reader).build());
    return value;
  }

  /** Adds an option without an argument. */
  public OptionValue<Boolean> flag(String name, String description) {
    var value = new OptionValue<Boolean>(false);
    spec.addOption(OptionSpec.builder(name).description(description).type(Boolean.class).initialValue(value.value()).getter(value)
        .setter(value).build());
    return value;
  }

  /** Adds a repeatable option with an argument and the words that a shell completes, null for none. */
  public <T> OptionValue<List<T>> list(Class<T> type, String name, String label, @Nullable Iterable<String> words,
      String description) {
    var value = new OptionValue<List<T>>(List.of());
    spec.addOption(
        option(name, label, description, value).type(List.class).auxiliaryTypes(type).completionCandidates(words).build());
    return value;
  }

  private static OptionSpec.Builder option(String name, String label, String description, OptionValue<?> value) {
    return OptionSpec.builder(name).paramLabel(label).description(description).initialValue(value.value()).getter(value)
        .setter(value);
  }
}
