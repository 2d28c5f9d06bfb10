package dev.inflight.lab;

import dev.inflight.telemetry.Domain;
import dev.inflight.telemetry.Formats;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.TelemetryFormat;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code inflight list}. */
@Command(name = "list", description = "Lists what scenarios can name, with all parameters and their defaults.")
final class ListCommand implements Callable<Integer> {
  private final PrintStream out;

  ListCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    section("Schemes", SpecBinder.SCHEMES.describeAll());
    section("Topologies", SpecBinder.TOPOLOGIES.describeAll());
    section("Workloads", SpecBinder.WORKLOADS.describeAll());
    section("Loss recoveries", SpecBinder.RECOVERIES.describeAll());
    section("Telemetry formats", Formats.ALL.stream().map(ListCommand::describe).toList());
    section("NICs", SpecBinder.NICS.describeAll());
    out.flush();
    return 0;
  }

  private void section(String title, List<String> specs) {
    out.println(title);
    specs.forEach(spec -> out.println("  " + spec));
  }

  private static String describe(TelemetryFormat format) {
    int bytes = format.within(new Domain(LinkRates.NONE, 1, 5)).sizeBytes(5);
    String hops = format.bottleneckOnly()
        ? "one figure of the whole path, " + bytes + " bytes"
        : "up to " + format.maxHops()
            + " hops, " + bytes + " bytes for 5";
    return SpecBinder.TELEMETRY.describe(format) + ": " + hops + ", rates " + format.expressibleRates();
  }
}
