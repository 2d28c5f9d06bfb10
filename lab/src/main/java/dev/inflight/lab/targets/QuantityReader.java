package dev.inflight.lab.targets;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.digest.SummaryDigest;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.measure.MeasureUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the quantity of a target: a quantile of flows or queues, a job's quantity, a value by its screen name, or a summary key.
 */
final class QuantityReader {
  private static final Pattern JOB = Pattern.compile("job\\s.*");
  /** Words for summary keys without a short name. */
  private static final Map<String, String> SHORT = Map.of("pauses", "pfcPauses", "unfinished flows", "stalledFlows", "unfinished",
      "stalledFlows", "finished flows", "flowsFinished");
  /** Keys that depend on the targets themselves. */
  private static final List<String> ANSWERS = List.of("exitCode", "targetsMissed");
  private static final List<Type> NUMBERS = List.of(Type.WHOLE, Type.DECIMAL);

  private final Scenario scenario;
  /** Quantities by name; letter case does not matter. */
  private final Map<String, Function<String, TargetQuantity>> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Reads the quantities that runs of a scenario can have. */
  QuantityReader(Scenario scenario) {
    this.scenario = scenario;
    for (ComparedValue value : ComparedValue.ALL) {
      Function<String, TargetQuantity> quantity = _ -> compared(value);
      named.put(value.how().title(), quantity);
      named.put(value.key(), quantity);
    }
    SHORT.forEach((name, key) -> named.put(name, _ -> ofSummary(field(key))));
    for (Field field : SummaryJson.FILE.fields()) {
      if (NUMBERS.contains(field.type()) && !field.name().contains("[]") && !isOfMachine(field.name())
          && !ANSWERS.contains(field.name())) {
        named.putIfAbsent(field.name(), _ -> ofSummary(field));
      }
    }
  }

  /**
   * Returns the quantity for these words.
   *
   * @throws IllegalArgumentException if they name no quantity of the scenario's runs
   */
  TargetQuantity read(String words) {
    String one = words.strip().replaceAll("\\s+", " ");
    if (JOB.matcher(one).matches()) {
      return JobQuantity.of(one.substring("job".length()).strip(), scenario.setup().flows().jobs());
    }
    Function<String, TargetQuantity> byName = named.get(one);
    if (byName != null) {
      return byName.apply(one);
    }
    TargetQuantity spread = SpreadQuantity.of(one, scenario.setup());
    if (spread != null) {
      return spread;
    }
    throw new IllegalArgumentException(unknown(one));
  }

  private String unknown(String words) {
    if (ANSWERS.contains(words)) {
      return Quoted.of(words) + " depends on targets, so it cannot be one";
    }
    if (isOfMachine(words)) {
      return Quoted.of(words) + " depends on the machine, and targets are for results, which do not";
    }
    Optional<Field> key = SummaryJson.FILE.fields().stream().filter(field -> field.name().equals(words)).findFirst();
    if (key.isPresent()) {
      return switch (key.get().type()) {
        case WHOLE, DECIMAL ->
          Quoted.of(words) + " has a value for each item of a list; name a job as in 'job NAME', or a class as in"
              + " 'p99 slowdown of class NAME'";
        case OBJECT, LIST -> Quoted.of(words) + " has several values" + Suggestion.shortHint(words + ".p99", known());
        default -> Quoted.of(words) + " is not a number, so it cannot be compared" + Suggestion.shortHint(words, known());
      };
    }
    return "no run has a " + Quoted.of(words) + Suggestion.shortHint(words, known());
  }

  private List<String> known() {
    var all = new ArrayList<>(SpreadQuantity.examples());
    scenario.setup().flows().jobs().forEach(job -> all.add("job " + job.name()));
    all.addAll(named.keySet());
    return all;
  }

  private static boolean isOfMachine(String key) {
    return SummaryDigest.OF_THE_MACHINE.contains(key);
  }

  private static Field field(String key) {
    return SummaryJson.FILE.fields().stream().filter(field -> field.name().equals(key)).findFirst().orElseThrow();
  }

  private static TargetQuantity ofSummary(Field field) {
    return new TargetQuantity(field.name() + ", " + field.meaning(),
        TargetUnit.of(field.unit(), field.name(), field.type() == Type.WHOLE && !field.name().startsWith("slowdown")),
        figures -> number(figures.summary().text(field.name())));
  }

  private static TargetQuantity compared(ComparedValue value) {
    TargetUnit unit = value.unit() == MeasureUnit.SHARE_OF_TIME
        ? TargetUnit.SHARE
        : TargetUnit.of(value.unitText(), value.key(), value.isWhole());
    return new TargetQuantity(value.how().title() + ", " + value.how().meaning(), unit, figures -> {
      Double number = value.value().apply(figures.summary()::decimal);
      return number == null ? null : BigDecimal.valueOf(number);
    });
  }

  private static @Nullable BigDecimal number(@Nullable String text) {
    return text == null ? null : new BigDecimal(text);
  }
}
