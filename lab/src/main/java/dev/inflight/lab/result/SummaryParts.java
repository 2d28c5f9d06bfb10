package dev.inflight.lab.result;

import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.lab.result.flow.Slowdowns;
import static dev.inflight.lab.result.schema.JsonPart.choice;
import static dev.inflight.lab.result.schema.JsonPart.decimal;
import static dev.inflight.lab.result.schema.JsonPart.decimalOrNone;
import static dev.inflight.lab.result.schema.JsonPart.flag;
import static dev.inflight.lab.result.schema.JsonPart.group;
import static dev.inflight.lab.result.schema.JsonPart.measured;
import static dev.inflight.lab.result.schema.JsonPart.text;
import static dev.inflight.lab.result.schema.JsonPart.whole;

import dev.inflight.cc.Signal;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.ClassesJson;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.SummaryDigest;
import dev.inflight.lab.result.event.EventsJson;
import dev.inflight.lab.result.fast.SkippedJson;
import dev.inflight.lab.result.job.JobsJson;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.JsonPart;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.Balance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keys of {@code summary.json} with descriptions and values. A {@link Measure} declares each counted value, and axes their own.
 */
final class SummaryParts {
  private static final double MILLION = 1e6;

  /**
   * Source of a summary.
   *
   * @param files files that the run has written into its folder
   */
  record SummarySource(RunSummary outcome, List<FileDigest> files) {
    RunResult totals() {
      return outcome.totals();
    }

    @Nullable
    Balance balance() {
      return outcome.balance();
    }

    /** Count per second of simulated time; null if no time passed. */
    @Nullable
    Double perSecond(long count) {
      return outcome.simulatedSeconds() == 0 ? null : rounded(count / outcome.simulatedSeconds(), 1);
    }
  }

  private static final List<JsonPart<SummarySource>> RUN = List.of(
      text("scenario", "the scenario's name", from -> from.outcome.scenario().name()),
      text("version", "version of the program", _ -> Version.number()),
      whole("seed", "", "seed of every random choice", from -> from.outcome.scenario().setup().seed()),
      choice("ties", "order of simultaneous events", from -> EnumNames.of(from.outcome.scenario().setup().ties())),
      choice("clock", "arithmetic of times", from -> EnumNames.of(from.outcome.scenario().setup().clock())),
      choice("framing", "sizes of packets", from -> EnumNames.of(from.outcome.scenario().setup().framing())),
      flag("authenticateFeedback", "whether receivers sealed the feedback", SummaryParts::isSealed),
      whole("degradedPorts", "", "ports that events set to another rate than that of their cable",
          from -> portsWithOtherRates(from.outcome.scenario().setup())),
      whole("threads", "", "threads of the simulation; with --mpi processes, each of one thread", from -> from.outcome.threads()),
      whole("parts", "", "parts of the fabric, each simulated by one thread at a time",
          from -> from.balance() == null ? 1 : from.balance().parts()),
      whole("syncWindows", "", "windows of simulated time in which the parts ran in parallel; 0 with one part",
          from -> from.balance() == null ? 0 : from.balance().windows()),
      whole("criticalEvents", "",
          "events that run one after the other with so many threads: in each window those of the largest part, or the share of one thread"
              + " of all where that is more, and all events of no part, such as samples; the speed-up is at most events / criticalEvents",
          SummaryParts::criticalEvents),
      decimal("barrierShare", "", "share of all threads' time in which they waited for each other",
          from -> from.balance() == null ? 0 : rounded(from.balance().waitingShare(), MILLION)),
      decimal("simulatedSeconds", "s", "from the first flow's start to the run's end", from -> from.outcome.simulatedSeconds()),
      decimalOrNone(ComparedValue.BULK_SECONDS, "s",
          "from the first flow's start until 95 % of deliveredBytes had been delivered; none when nothing was",
          from -> from.totals().bulkPs() == 0 ? null : from.totals().bulkPs() / 1e12),
      goodput(ComparedValue.GOODPUT), goodput(ComparedValue.BULK_GOODPUT),
      decimal("wallSeconds", "s", "how long the simulation took", from -> rounded(from.outcome.wallSeconds(), MILLION)),
      whole("packetHops", "", "packets times cables crossed", from -> from.totals().packetHops()),
      JsonPart.<SummarySource>group(SkippedJson.KEYS, (json, from) -> SkippedJson.write(json, from.totals().skipped()))
          .onlyIf(from -> from.outcome.scenario().setup().fidelity().error() > 0),
      whole("packetHopsAfterEnd", "",
          "packetHops after the end of the simulated time, such as acknowledgements of duplicates; the others are the frames of ports.csv",
          from -> from.outcome.packetHopsAfterEnd()),
      whole("packetHopsPerSecond", "1/s", "packetHops per second of wall time",
          from -> Math.round(from.outcome.packetHopsPerSecond())),
      whole("wireBytes", "B", "frames times cables crossed, with preambles and gaps", from -> from.totals().wireBytes()),
      whole("wireBytesAfterEnd", "B", "wireBytes after the end of the simulated time; the others are in ports.csv",
          from -> from.outcome.wireBytesAfterEnd()),
      whole("events", "", "events simulated", from -> from.totals().events()),
      whole("flows", "", "flows and operations of the scenario", from -> from.totals().flows()),
      whole("flowsFinished", "", "finished flows and operations", from -> from.totals().flowsFinished()),
      whole("stalledFlows", "", "unfinished flows and operations", from -> from.totals().flows() - from.totals().flowsFinished()),
      decimalOrNone("acksPerSecond", "1/s",
          "acknowledgements that senders received, by simulated time; none where no time passed",
          from -> from.perSecond(from.totals().hosts().acks)),
      decimalOrNone("windowUpdatesPerSecond", "1/s", "windows that senders received, by simulated time",
          from -> from.perSecond(from.totals().hosts().windowUpdates)),
      decimalOrNone("creditGrantsPerSecond", "1/s", "credits that senders received, by simulated time",
          from -> from.perSecond(from.totals().hosts().creditGrants)),
      decimal("belowLineRateShare", "",
          "share of the time of the flows of all classes in which the scheme's rate was below line rate, or its window below its first value",
          from -> rounded(from.totals().belowLineShare(), MILLION)),
      measured(ComparedValue.DROPS, from -> from.totals().lost(Observer.Loss.BUFFER)), group("""
          lostPackets | object | | packets lost, by cause
          lostPackets.buffer | whole | | that a switch did not admit to its buffer: the same as drops
          lostPackets.linkDown | whole | | on failed links
          lostPackets.random | whole | | at random
          lostPackets.noRoute | whole | | without a route
          lostPackets.watchdog | whole | | dropped by PFC watchdogs
          """, SummaryParts::lostPackets), group("""
          slowdown | object | | slowdowns of the finished flows
          slowdown.flows | whole | | finished flows
          slowdown.flowsLeftOut | whole | | unfinished flows, perhaps the slowest
          slowdown.mean | decimal or none | | mean; none when nothing finished
          slowdown.p50 | decimal or none | | median
          slowdown.p95 | decimal or none | | 95th percentile
          slowdown.p99 | decimal or none | | 99th percentile
          slowdown.max | decimal or none | | the largest
          """, (json, from) -> finishedFlows("slowdown", from, from.outcome.slowdowns().percentiles(),
          slowdown -> rounded(slowdown, MILLION), () -> meanSlowdown(json, from), json)),
      group("""
          fctSeconds | object | s | completion times of the finished flows
          fctSeconds.flows | whole | | finished flows
          fctSeconds.flowsLeftOut | whole | | unfinished flows
          fctSeconds.p50 | decimal or none | s | median; none when nothing finished
          fctSeconds.p95 | decimal or none | s | 95th percentile
          fctSeconds.p99 | decimal or none | s | 99th percentile
          fctSeconds.max | decimal or none | s | the longest
          """, (json, from) -> finishedFlows("fctSeconds", from, from.outcome.fctPs(), ps -> ps / 1e12, () -> {
      }, json)), group("""
          queueBytes | object | B | queues of all switch ports, idle ones included
          queueBytes.samples | whole | | number of queue samples
          queueBytes.p50 | whole or none | B | median; none without samples
          queueBytes.p95 | whole or none | B | 95th percentile
          queueBytes.p99 | whole or none | B | 99th percentile
          queueBytes.max | whole or none | B | the longest queue, exact; none without switches
          """, SummaryParts::queueBytes),
      JsonPart
          .<SummarySource>group(ClassesJson.KEYS,
              (json, from) -> ClassesJson.write(json, from.outcome.classes(), from.outcome.scenario().setup()))
          .onlyIf(from -> !from.outcome.classes().isEmpty()),
      JsonPart
          .<SummarySource>group(EventsJson.KEYS,
              (json, from) -> EventsJson.write(json, from.outcome.events(), from.outcome.scenario().setup().topology()))
          .onlyIf(from -> !from.outcome.events().isEmpty()),
      JsonPart.<SummarySource>group(JobsJson.KEYS, (json, from) -> JobsJson.write(json, from.outcome.jobs()))
          .onlyIf(from -> !from.outcome.jobs().isEmpty()),
      JsonPart.<SummarySource>whole("targetsMissed", "", "targets that were missed; no such key without targets",
          from -> from.outcome.targetsMissed()).onlyIf(from -> !from.outcome.targets().isEmpty()),
      JsonPart.<SummarySource>group(TargetResult.KEYS, (json, from) -> TargetResult.write(json, from.outcome.targets()))
          .onlyIf(from -> !from.outcome.targets().isEmpty()),
      text("fingerprint", "hash of all events of the run, 16 hexadecimal digits",
          from -> fingerprint(from.totals().fingerprint())),
      flag("partial", "whether the run was interrupted", from -> from.totals().partial()),
      whole("exitCode", "",
          "exit code of the program: 0, 3 for flows that should have finished or an error above that of fidelity, 4 for missed targets, 130 when interrupted",
          from -> from.outcome.exitCode()),
      group("""
          files | list | | the tables and the scenario as the run wrote them, by name
          files[].name | text | | its name
          files[].bytes | whole | B | its size
          files[].sha256 | text | | SHA-256 of its bytes, in hexadecimal digits
          """, SummaryParts::files),
      text(SummaryDigest.KEY,
          "SHA-256 of the lines above except those of keys that depend on the machine: threads, parts, syncWindows, criticalEvents, barrierShare,"
              + " wallSeconds, packetHopsPerSecond; and of the last line, a brace",
          _ -> "")); // computed after the rest of the summary

  private SummaryParts() {
  }

  /** Returns all keys for these axes, in order. */
  static List<JsonPart<SummarySource>> of(List<Axis<?>> axes) {
    var others = new ArrayList<JsonPart.Behind<SummarySource>>();
    for (Axis<?> axis : axes) {
      String behind = axis.report().behind();
      if (behind != null) {
        others.add(new JsonPart.Behind<>(behind,
            text(axis.name(), axis.report().meaning(), from -> axis.inSummary(from.outcome.scenario()))));
      }
    }
    var measures = new Measures(others);
    HostCounters.Counter.ALL
        .forEach(counter -> measures.add(counter.measure(), from -> counter.value().applyAsLong(from.totals().hosts())));
    for (SwitchValue value : SwitchValue.values()) {
      measures.add(value.total(), from -> from.totals().of(value));
    }
    for (PortValue value : PortValue.values()) {
      measures.add(value.total(), from -> from.totals().of(value));
    }
    return JsonPart.ordered(RUN, others);
  }

  /** Collects the summary's measures. */
  private static final class Measures {
    private final List<JsonPart.Behind<SummarySource>> to;
    private String before = "";

    Measures(List<JsonPart.Behind<SummarySource>> to) {
      this.to = to;
    }

    void add(Measure measure, ToLongFunction<SummarySource> value) {
      if (measure.isInSummary()) {
        to.add(new JsonPart.Behind<>(measure.behind().isEmpty() ? before : measure.behind(), JsonPart.measured(measure, value)));
        before = measure.key();
      }
    }
  }

  private static JsonPart<SummarySource> goodput(ComparedValue value) {
    return decimalOrNone(value.key(), value.unitText(), value.how().meaning() + "; none where no time passed", from -> {
      Double bitsPerSec = from.outcome.value(value);
      return bitsPerSec == null ? null : rounded(bitsPerSec, 1);
    });
  }

  private static boolean isSealed(SummarySource from) {
    var setup = from.outcome.scenario().setup();
    return setup.authenticateFeedback() && setup.flowClasses().stream().anyMatch(flows -> flows.needs(Signal.HOPS));
  }

  private static long portsWithOtherRates(Setup setup) {
    return FabricEvent.portsWithOtherRates(setup.events(), setup.topology());
  }

  private static long criticalEvents(SummarySource from) {
    Balance balance = from.balance();
    long events = from.totals().events();
    return balance == null ? events : events - balance.events() + balance.longestEvents();
  }

  private static void lostPackets(JsonOut json, SummarySource from) {
    json.object("lostPackets");
    for (Observer.Loss cause : Observer.Loss.values()) {
      json.whole(camel(cause.name()), from.totals().lost(cause));
    }
    json.end();
  }

  private static void finishedFlows(String key, SummarySource from, @Nullable Percentiles percentiles, DoubleUnaryOperator shown,
      Runnable first, JsonOut json) {
    RunResult totals = from.totals();
    json.object(key);
    json.whole("flows", totals.flowsFinished());
    json.whole("flowsLeftOut", totals.flows() - totals.flowsFinished());
    first.run();
    for (int at = 0; at < Percentiles.NAMES.size(); at++) {
      json.decimal(Percentiles.NAMES.get(at), percentiles == null ? null : shown.applyAsDouble(percentiles.values().get(at)));
    }
    json.end();
  }

  private static void meanSlowdown(JsonOut json, SummarySource from) {
    Slowdowns.Bucket finished = from.outcome.slowdowns().all();
    json.decimal("mean", finished == null ? null : rounded(finished.mean(), MILLION));
  }

  private static void queueBytes(JsonOut json, SummarySource from) {
    QueueStats.Lengths queues = from.outcome.queues().all();
    boolean sampled = queues.samples() > 0;
    json.object("queueBytes");
    json.whole("samples", queues.samples());
    json.whole("p50", sampled ? queues.p50Bytes() : null);
    json.whole("p95", sampled ? queues.p95Bytes() : null);
    json.whole("p99", sampled ? queues.p99Bytes() : null);
    json.whole("max", from.outcome.queues().byPort().isEmpty() ? null : queues.maxBytes());
    json.end();
  }

  private static void files(JsonOut json, SummarySource from) {
    json.list("files");
    from.files
        .forEach(file -> json.item().text("name", file.name()).whole("bytes", file.bytes()).text("sha256", file.sha256()).end());
    json.end();
  }

  private static double rounded(double value, double scale) {
    return Math.round(value * scale) / scale;
  }

  private static String fingerprint(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** Returns {@code linkDown} for {@code LINK_DOWN}. */
  private static String camel(String constant) {
    String[] words = constant.toLowerCase(Locale.ROOT).split("_");
    var name = new StringBuilder(words[0]);
    for (int word = 1; word < words.length; word++) {
      name.append(Character.toUpperCase(words[word].charAt(0))).append(words[word].substring(1));
    }
    return name.toString();
  }
}
