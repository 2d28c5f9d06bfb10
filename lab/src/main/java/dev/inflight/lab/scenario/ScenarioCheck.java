package dev.inflight.lab.scenario;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.lab.files.Endpoints;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Conditions between the parts of a scenario from any kind of file. */
final class ScenarioCheck {
  private static final double PS_PER_SECOND = 1e12;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final int BITS = 8;
  /** Ratio below which a sum of bytes is clearly smaller than another one; the order of summing causes smaller differences. */
  private static final double CLEARLY_FEWER = 1 - 1e-6;

  private final Setup setup;
  private final KeyLocations places;

  private ScenarioCheck(Setup setup, KeyLocations places) {
    this.setup = setup;
    this.places = places;
  }

  /**
   * Known parts of a scenario.
   *
   * @param all true if each key could be read
   * @param flows true if the flows exist
   * @param isFaulty returns true for keys that could not be read
   */
  record Known(boolean all, boolean flows, Predicate<String> isFaulty) {
    /** Reports whether each of these keys could be read. */
    boolean has(String... keys) {
      return Stream.of(keys).noneMatch(isFaulty);
    }
  }

  /** Rejects a setup that cannot run, or that would differ from its author's intention. */
  static void check(Setup setup, KeyLocations places) {
    var faults = new Faults();
    check(setup, places, faults, new Known(true, true, _ -> false));
    faults.throwIfAny();
  }

  /** Collects the errors of a setup, as far as the known parts show them. */
  static void check(Setup setup, KeyLocations places, Faults faults, Known known) {
    var check = new ScenarioCheck(setup, places);
    boolean hasGoodFlows = known.flows && faults.collect(check::flows);
    if (known.flows && setup.flows().count() > 0 && known.has("until")) {
      faults.collect(check::until);
    }
    if (hasGoodFlows && known.has("until")) {
      faults.collect(check::clock);
    }
    if (known.all && hasGoodFlows) { // valid combinations depend on all keys
      setup.problems().forEach(problem -> faults.add(check.refusal(problem)));
      setup.flowClasses().forEach(flows -> faults.collect(() -> check.telemetryRates(flows)));
      faults.collect(check::marking);
    }
    for (int at = 0; at < setup.events().size(); at++) {
      int event = at;
      faults.collect(() -> check.event(event));
    }
    if (known.has("series")) {
      SeriesCheck.check(setup, places, faults, hasGoodFlows);
    }
    if ((known.all || places.has("buffer")) && known.has("buffer", "pfc", "framing", Scenario.CLASSES)) {
      faults.collect(() -> BufferCheck.check(places, setup));
    }
  }

  private void flows() {
    FlowTable flows = setup.flows();
    if (flows.count() == 0) {
      throw places.of("flows").error("there are no flows; a simulation needs at least one");
    }
    var endpoints = new Endpoints(setup.topology());
    SourceLocation place = places.of("flows");
    flows.forEachAlike((source, destination, _, _) -> endpoints.check(place, source, destination));
  }

  private void until() {
    long start = setup.flows().startPs(0);
    if (setup.untilPs() <= start) {
      throw places.of("until").error("the end of the simulation, " + Units.formatTime(setup.untilPs())
          + ", must be after the start of its first flow, " + Units.formatTime(start));
    }
  }

  /** Rejects flows that exceed the clock even alone on the slowest cable: 63 bits of picoseconds are 106 days. */
  private void clock() {
    long slowest = setup.topology().links().stream().mapToLong(Link::rateBitsPerSec).min().orElse(Long.MAX_VALUE);
    double mostBytes = Long.MAX_VALUE / PS_PER_SECOND * slowest / BITS;
    if (setup.untilPs() != Long.MAX_VALUE) {
      return;
    }
    var bytesToHost = new double[setup.topology().nodeCount()];
    setup.flows().forEachAlike((_, host, sizeBytes, times) -> bytesToHost[host] += (double) sizeBytes * times);
    if (Arrays.stream(bytesToHost).allMatch(bytes -> bytes < CLEARLY_FEWER * mostBytes)) {
      return;
    }
    Arrays.fill(bytesToHost, 0);
    setup.flows().forEach((_, _, host, sizeBytes, _) -> {
      bytesToHost[host] += sizeBytes;
      if (bytesToHost[host] > mostBytes) {
        double days = bytesToHost[host] * BITS / slowest / SECONDS_PER_DAY;
        throw places.of("flows")
            .error("the bytes for host " + host + " need " + Math.round(days) + " days on a cable of " + Units.formatRate(slowest)
                + ", and the picosecond clock ends after " + Math.round(Long.MAX_VALUE / PS_PER_SECOND / SECONDS_PER_DAY - 0.5)
                + " days; use smaller flows, faster cables, or set until");
      }
    });
  }

  /** Returns the simulator's sentence at its place, with a remedy if that is not obvious. */
  private InputError refusal(Problem problem) {
    return switch (problem.field()) {
      case "ties" -> places.whole().error(problem.sentence());
      case "ecn" ->
        places.of("ecn").error(problem.sentence() + ". " + howToMark(setup.topology().links().getFirst().rateBitsPerSec(), ""));
      default -> atFault(problem);
    };
  }

  /** Returns the error at its place in the file, with the option that requests another value, if any. */
  private InputError atFault(Problem problem) {
    SourceLocation place = places.of(places.has(problem.field()) ? problem.field() : problem.asksForIt());
    List<String> options = place.line() == SourceLocation.NO_LINE ? List.of() : places.options();
    return place.error(problem.sentence() + (options.isEmpty() ? "" : "; the file is read with " + String.join(", ", options)));
  }

  private void telemetryRates(FlowClass flows) {
    TelemetryFormat format = flows.carried();
    if (format == null) {
      return;
    }
    setup.topology().links().forEach(link -> telemetryRate(flows, format, link, places.of("topology"), " runs at "));
    for (int at = 0; at < setup.events().size(); at++) {
      if (setup.events().get(at) instanceof LinkDegraded degraded) {
        SourceLocation place = places.of("events", at);
        degraded.announcedLinks(setup.topology())
            .forEach(link -> telemetryRate(flows, format, link, place, " is announced to run at "));
      }
    }
  }

  private void telemetryRate(FlowClass flows, TelemetryFormat format, Link link, SourceLocation place, String runs) {
    if (hasSwitch(link) && !format.canExpress(link.rateBitsPerSec())) {
      throw place.error("the link between " + ends(link) + runs + Units.formatRate(link.rateBitsPerSec()) + ", but scheme "
          + flows.scheme().name() + " needs telemetry, and the " + format.name() + " format has no code for that rate, only for "
          + format.expressibleRates() + others());
    }
  }

  /** Formats that can represent each rate of the scenario. */
  private String others() {
    if (places.isConfiguration()) { // its telemetry is that of the authors' simulator
      return "";
    }
    List<String> formats = Formats.ALL.stream()
        .filter(format -> statedLinks().stream().allMatch(link -> format.canExpress(link.rateBitsPerSec())))
        .map(TelemetryFormat::name).toList();
    return formats.isEmpty() ? "" : "; use telemetry: " + formats.getFirst() + alternatives(formats.subList(1, formats.size()));
  }

  private static String alternatives(List<String> formats) {
    return formats.isEmpty() ? "" : ", or one of " + String.join(", ", formats);
  }

  private void marking() {
    if (setup.ecn().isEmpty() || !setup.marking().usesThresholds()) {
      return;
    }
    Scheme marked = marked();
    boolean needed = marked.signals().contains(Signal.ECN);
    String why = needed ? "scheme " + marked.name() + " needs ECN marks" : "switches mark (ECN)";
    List<Link> cables = setup.topology().links();
    List<Link> stated = statedLinks();
    for (int number = 0; number < stated.size(); number++) {
      Link link = stated.get(number);
      boolean isCable = number < cables.size();
      long rate = link.rateBitsPerSec();
      if (hasSwitch(link) && setup.ecn().keySet().stream().noneMatch(of -> of.rateBitsPerSec() == rate)) {
        List<String> rates = setup.ecn().keySet().stream().map(PortClass::rateBitsPerSec).distinct().map(Units::formatRate)
            .toList();
        throw places.of("ecn")
            .error(why + ", but there are no thresholds for " + Units.formatRate(rate)
                + (isCable ? ", the rate of the link between " : ", the rate that an event announces for the link between ")
                + ends(link) + "; thresholds are set for " + String.join(", ", rates) + ". "
                + howToMark(rate, needed ? "" : ", or remove ecn"));
      }
    }
  }

  /** First scheme that needs marks, otherwise the scheme of flows without a class. */
  private Scheme marked() {
    return setup.flowClasses().stream().filter(flows -> flows.needs(Signal.ECN)).findFirst().map(FlowClass::scheme)
        .orElse(setup.scheme());
  }

  private String howToMark(long rate, String otherwise) {
    if (places.isConfiguration()) {
      return "Set ENABLE_QCN 1 and, for each rate in use, KB and a probability, as in KMIN_MAP 1 " + rate + " 400, KMAX_MAP 1 "
          + rate + " 1600, PMAX_MAP 1 " + rate + " 0.2";
    }
    return "Add an entry such as " + EcnDefaults.example(marked(), rate) + otherwise;
  }

  private void event(int at) {
    String problem = setup.events().get(at).problem(setup.topology());
    if (problem != null) {
      throw places.of("events", at).error(problem);
    }
    List<FabricEvent> events = setup.events();
    FabricEvent event = events.get(at);
    for (int before = 0; before < at; before++) {
      FabricEvent other = events.get(before);
      if ((event.excludes(other) || other.excludes(event)) && event.atPs() < other.untilPs() && other.atPs() < event.untilPs()) {
        throw places.of("events", at).error("this event overlaps that of " + places.of("events", before)
            + ", and both set the same property of one cable; end the first (until) before the second starts");
      }
    }
  }

  private List<Link> statedLinks() {
    return LinkDegraded.statedLinks(setup.topology(), setup.events());
  }

  private boolean hasSwitch(Link link) {
    return setup.topology().isSwitch(link.a()) || setup.topology().isSwitch(link.b());
  }

  private String ends(Link link) {
    return setup.topology().name(link.a()) + " and " + setup.topology().name(link.b());
  }
}
