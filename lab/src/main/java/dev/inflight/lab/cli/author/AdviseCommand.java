package dev.inflight.lab.cli.author;

import dev.inflight.lab.advice.Advice;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.advice.AdviceCheck;
import dev.inflight.lab.advice.ScenarioTrial;
import dev.inflight.lab.advice.SettingLine;
import dev.inflight.lab.advice.Adviser;
import dev.inflight.lab.advice.ExpectedRates;
import dev.inflight.lab.advice.JoiningFlows;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.sim.record.PortName;
import dev.inflight.lab.scenario.Scenario;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight advise}. */
@Command(name = "advise", description = AdviseCommand.SUMMARY, footer = {"", "Examples:",
    "  ./inflight advise scenarios/fairness.yaml", "  ./inflight advise scenarios/leafspine.yaml --flows 16",
    "  ./inflight advise scenarios/fairness.yaml --fairness 0.95 --rates"})
public final class AdviseCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Prints which parameters of HPCC, switches and ECN a fabric and its traffic need, each with its formula, and checks"
      + " them by a short simulation.";

  private static final int MOST_FLOWS = 100_000;
  private static final double LEAST_FAIR = 0.5;
  private static final double MOST_FAIR = 0.9999;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "FILE", description = "a scenario with the fabric and its traffic")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(names = "--flows", paramLabel = "N", description = "maximum number of concurrent flows on a link; by default"
      + " computed from the traffic")
  private @Nullable Integer flows;

  @Option(names = "--fairness", paramLabel = "JAIN", description = "Jain's index that these long flows must reach, 0.5 to"
      + " 0.9999; by default W_AI follows the paper's rule")
  private @Nullable Double fairness;

  @Option(names = "--rates", description = "also print the rate of each flow of the scenario if all are long and active at once")
  private boolean rates;

  @Option(names = "--set", paramLabel = "KEY=VALUE", completionCandidates = Candidates.Keys.class, description = "another value for a key; may be repeated")
  private List<String> set = List.of();

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--no-simulation", description = "print only formulas")
  private boolean formulasOnly;

  /** Creates the command, which prints its advice to {@code out} and its warnings to {@code err}. */
  public AdviseCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (flows != null && (flows < 1 || flows > MOST_FLOWS)) {
      throw SourceLocation.of("--flows").error(flows + " is outside 1 to " + MOST_FLOWS);
    }
    double jain = jain();
    Overrides replacements = Overrides.of(set);
    Scenario scenario = ScenarioReader.read(file, replacements);
    WarningLines.printNotes(err, scenario.notes());
    WarningLines.print(err, scenario.warnings());
    Adviser formulas = adviser(scenario, jain);
    List<String> expected = rates ? expected(scenario, formulas) : List.of();
    AdviceCheck check = formulasOnly ? null : AdviceCheck.of(scenario, formulas);
    Adviser adviser = check == null ? formulas : check.adviser();
    out.println("N = " + Humanize.count(adviser.flows(), "flow") + " on a link at once, "
        + Quoted.printable(name(scenario, adviser.link()))
        + (flows == null ? ", as the traffic brings together; --flows N sets another" : ""));
    if (!adviser.leftOut().isEmpty()) {
      TextColumns.wrap("(" + Quoted.printable(adviser.leftOut()) + ")", "", TextColumns.WIDTH).forEach(out::println);
    }
    out.println();
    var table = new TextColumns(TextColumns.WIDTH, "parameter", "advice", "paper", "why");
    for (Advice one : adviser.all()) {
      table.add(one.parameter(), one.value(), "§" + one.source().replace(", ", ", §"), one.formula());
    }
    table.lines().forEach(line -> out.println(Quoted.printable(line)));
    if (check != null) {
      print(scenario, check);
    }
    printSettings(adviser, replacements);
    if (!formulasOnly) {
      warnOfDeadlock(scenario);
    }
    if (rates) {
      out.println();
      expected.forEach(out::println);
    }
    out.flush();
    return 0;
  }

  private void printSettings(Adviser adviser, Overrides replacements) {
    List<SettingLine> lines = adviser.settings();
    if (lines.isEmpty()) {
      return;
    }
    out.println();
    out.println("append to ./inflight run " + Quoted.printable(file.toString()) + ", one of:");
    for (SettingLine advised : lines) {
      try {
        print(advised, replacements);
      } catch (InputError refused) {
        String scheme = advised.keysAndValues().getFirst();
        TextColumns.wrap(
            "(none with " + scheme + ", which is refused here: " + Quoted.printable(InputError.sentences(refused)) + ")", "    ",
            TextColumns.WIDTH).forEach(out::println);
      }
    }
    if (formulasOnly) {
      out.println("(--no-simulation: buffers are for N long flows that join, and the scenario itself was not run with them)");
    }
  }

  /** Prints a line of settings that check accepts together with the settings given on the command line. */
  private void print(SettingLine advised, Overrides given) {
    ScenarioReader.read(file, kept(given, advised).set(advised.assignments()));
    SettingLine line = formulasOnly
        ? advised
        : advised.triedIn(tried -> ScenarioReader.read(file, kept(given, tried).set(tried.assignments())));
    String before = kept(given, line).list().stream().map(one -> "--set '" + one.key() + "=" + one.value() + "' ")
        .collect(Collectors.joining());
    out.println("  " + Quoted.printable(before) + line.options());
    if (!line.note().isEmpty()) {
      TextColumns.wrap("(" + line.note() + ")", "    ", TextColumns.WIDTH).forEach(out::println);
    }
  }

  /** Returns the given settings for keys that the line does not set. */
  private static Overrides kept(Overrides given, SettingLine line) {
    return given.only(one -> line.assignments().stream().noneMatch(set -> set.startsWith(one.key() + "=")));
  }

  private void warnOfDeadlock(Scenario scenario) {
    ScenarioTrial asItIs = ScenarioTrial.of(scenario.setup());
    if (asItIs != null && asItIs.deadlock() != null) {
      out.println();
      TextColumns
          .wrap("Warning: the scenario as it is ends in a DEADLOCK, a circle of ports that wait for each other: "
              + Quoted.printable(asItIs.deadlock())
              + ". Parameters make it rarer; routes without circles, or pfc: false, prevent it.", "", TextColumns.WIDTH)
          .forEach(out::println);
    }
  }

  private double jain() {
    if (fairness == null) {
      return 0;
    }
    double jain = fairness;
    if (!(jain >= LEAST_FAIR && jain <= MOST_FAIR)) {
      String written = Double.isFinite(jain) ? Units.formatReal(jain) : Double.toString(jain);
      throw SourceLocation.of("--fairness").error(written + " is outside " + LEAST_FAIR + " to " + MOST_FAIR);
    }
    return jain;
  }

  private static List<String> expected(Scenario scenario, Adviser adviser) {
    try {
      return ExpectedRates.lines(scenario.setup(), adviser.ofScenario()).stream()
          .flatMap(line -> TextColumns.wrap(Quoted.printable(line), "", TextColumns.WIDTH).stream()).toList();
    } catch (IllegalArgumentException e) {
      throw SourceLocation.of("--rates").error(String.valueOf(e.getMessage()));
    }
  }

  private Adviser adviser(Scenario scenario, double jain) {
    try {
      return new Adviser(scenario, flows == null ? 0 : flows, jain);
    } catch (IllegalArgumentException e) {
      throw SourceLocation.of(file.toString()).error(String.valueOf(e.getMessage()));
    }
  }

  private static String name(Scenario scenario, PortName link) {
    return scenario.setup().topology().portName(link.node(), link.number(), link.peerNode());
  }

  private void print(Scenario scenario, AdviceCheck check) {
    Adviser adviser = check.adviser();
    out.println();
    out.println("simulated on this fabric: " + Humanize.count(check.now().flows(), "long flow")
        + (check.now().flows() < adviser.flows() ? " (of N, as no more share that link and no other)" : "") + " over "
        + Quoted.printable(name(scenario, adviser.link())) + (check.now().flows() == 1 ? "" : ", one more every 50 round trips"));
    var table = new TextColumns(TextColumns.WIDTH, "", "Jain, 1 ms", "Jain, 10 ms", "payload, of the link", "queue p99",
        "pauses");
    row(table, "as advised", check.advised());
    row(table, adviser.nameOfNow(), check.now());
    table.lines().forEach(out::println);
    for (String warning : check.warnings()) {
      out.println();
      TextColumns.wrap("Warning: " + warning + ".", "", TextColumns.WIDTH).forEach(out::println);
    }
  }

  private static void row(TextColumns table, String name, JoiningFlows run) {
    table.add(name, Humanize.decimal(run.soon(), 3), Humanize.decimal(run.late(), 3), Humanize.percent(run.linkShare()),
        Humanize.bytes(run.queueBytes()), Humanize.count(run.pfcPauses()));
  }
}
