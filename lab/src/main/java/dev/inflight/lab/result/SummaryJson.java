package dev.inflight.lab.result;

import dev.inflight.cc.Signal;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.Slowdowns.Percentiles;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.SummaryDigest;
import dev.inflight.lab.result.job.JobsJson;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.SummaryKeys;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.parts.Balance;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes an outcome as JSON, one property a line. */
public final class SummaryJson {
  /** All keys but those of the axes. */
  private static final String KEYS = SummaryKeys.RUN + JobsJson.KEYS + SummaryKeys.END;

  public static final ResultFile FILE = file(Catalog.AXES);

  private final RunSummary outcome;
  private final List<FileDigest> files;
  private final List<Axis<?>> axes;
  private final JsonOut json;

  private SummaryJson(RunSummary outcome, List<FileDigest> files, List<Axis<?>> axes, JsonOut json) {
    this.outcome = outcome;
    this.files = files;
    this.axes = axes;
    this.json = json;
  }

  /**
   * The text of a run's summary.
   *
   * @param files what the run has written into its folder
   */
  public static String write(RunSummary outcome, List<FileDigest> files) {
    return write(outcome, files, Catalog.AXES);
  }

  /** The same, where scenarios have these axes. */
  static String write(RunSummary outcome, List<FileDigest> files, List<Axis<?>> axes) {
    ResultFile whole = file(axes);
    ResultFile file = outcome.classes().isEmpty() ? whole.without("classes") : whole;
    ResultFile told = outcome.jobs().isEmpty() ? file.without("jobs") : file;
    return SummaryDigest.completed(JsonOut.text(told, json -> new SummaryJson(outcome, files, axes, json).write()));
  }

  private static ResultFile file(List<Axis<?>> axes) {
    var keys = new StringBuilder();
    KEYS.lines().forEach(line -> {
      keys.append(line).append('\n');
      describeBehind(line.substring(0, line.indexOf(' ')), axes, keys);
    });
    return ResultFile.of(RunFolder.SUMMARY,
        "The run in figures; there only when the folder is whole. A value that the run does not have is null.", keys.toString());
  }

  private static void describeBehind(String key, List<Axis<?>> axes, StringBuilder keys) {
    for (Axis<?> axis : axes) {
      if (key.equals(axis.report().behind())) {
        keys.append(axis.name()).append(" | text | | ").append(axis.report().meaning()).append('\n');
        describeBehind(axis.name(), axes, keys);
      }
    }
  }

  private void axesBehind(String key) {
    for (Axis<?> axis : axes) {
      if (key.equals(axis.report().behind())) {
        json.text(axis.name(), axis.inSummary(outcome.scenario()));
        axesBehind(axis.name());
      }
    }
  }

  private void write() {
    setup();
    traffic();
    trouble();
    percentiles();
    classes();
    JobsJson.write(json, outcome.jobs());
    RunResult totals = outcome.totals();
    json.text("fingerprint", fingerprint(totals.fingerprint()));
    json.flag("partial", totals.partial()).list("files");
    files.forEach(file -> json.item().text("name", file.name()).whole("bytes", file.bytes()).text("sha256", file.sha256()).end());
    json.end().text(SummaryDigest.KEY, "");
  }

  static String fingerprint(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }

  private void setup() {
    Setup setup = outcome.scenario().setup();
    json.text("scenario", outcome.scenario().name());
    json.text("version", Version.number());
    axesBehind("version");
    json.whole("seed", setup.seed());
    json.choice("ties", EnumNames.of(setup.ties()));
    json.choice("clock", EnumNames.of(setup.clock()));
    json.choice("framing", EnumNames.of(setup.framing()));
    axesBehind("framing");
    json.flag("sealTelemetry", setup.sealTelemetry() && setup.flowClasses().stream().anyMatch(flows -> flows.hears(Signal.HOPS)));
    axesBehind("sealTelemetry");
    Balance balance = outcome.balance();
    RunResult totals = outcome.totals();
    json.whole("threads", outcome.threads());
    json.whole("parts", balance == null ? 1 : balance.parts());
    json.whole("windows", balance == null ? 0 : balance.windows());
    json.whole("criticalEvents",
        balance == null ? totals.events() : totals.events() - balance.events() + balance.longestEvents());
    json.decimal("barrierShare", balance == null ? 0 : rounded(balance.waitingShare(), 1e6));
  }

  private void traffic() {
    RunResult totals = outcome.totals();
    HostCounters hosts = totals.hosts();
    json.decimal("simulatedSeconds", outcome.simulatedSeconds());
    json.decimal("wallSeconds", rounded(outcome.wallSeconds(), 1e6));
    json.whole("packetHops", totals.packetHops());
    json.whole("packetHopsAfterEnd", outcome.packetHopsAfterEnd());
    json.whole("packetHopsPerSecond", Math.round(outcome.packetHopsPerSecond()));
    json.whole("wireBytes", totals.wireBytes());
    json.whole("wireBytesAfterEnd", outcome.wireBytesAfterEnd());
    json.whole("events", totals.events());
    json.whole("flows", totals.flows());
    json.whole("flowsFinished", totals.flowsFinished());
    json.whole("stalledFlows", totals.flows() - totals.flowsFinished());
    json.whole("dataPackets", hosts.dataPackets);
    json.whole("deliveredBytes", hosts.deliveredBytes);
    json.whole("acks", hosts.acks);
    json.whole("acksWithTelemetry", hosts.acksWithHops);
    json.whole("headersDelivered", hosts.headersDelivered);
    json.whole("headersReplaced", hosts.headersReplaced);
    json.whole("telemetryWireBytes", hosts.telemetryWireBytes);
    json.whole("unrecoveredBytes", hosts.unrecoveredBytes);
    json.whole("probes", hosts.probes);
    json.whole("notifications", hosts.notifications);
    json.whole("windowsTold", hosts.windows);
    json.whole("switchAnswersSent", totals.switchAnswers());
    json.whole("switchAnswers", hosts.switchAnswers);
    json.whole("moves", hosts.moves);
    json.whole("pathProbes", hosts.pathProbes);
    json.decimal("acksPerSecond", perSecond(hosts.acks));
    json.decimal("windowsToldPerSecond", perSecond(hosts.windows));
    json.whole("probeWireBytes", hosts.probeWireBytes);
    json.whole("congestionNotifications", hosts.cnps);
    json.whole("reportsForged", hosts.forgedReports);
    json.whole("reportsReplayed", hosts.replayedReports);
    json.whole("fallbacks", hosts.fallbacks);
    json.whole("liars", hosts.liars);
    json.whole("acksCutOff", hosts.acksCutOff);
    json.whole("acksWithMarks", hosts.acksWithMarks);
    json.decimal("belowLineRateShare", rounded(totals.belowLineShare(), 1e6));
  }

  private void trouble() {
    RunResult totals = outcome.totals();
    HostCounters hosts = totals.hosts();
    json.whole("drops", totals.lost(Observer.Loss.BUFFER));
    json.object("lostPackets");
    for (Observer.Loss cause : Observer.Loss.values()) {
      json.whole(camel(cause.name()), totals.lost(cause));
    }
    json.end();
    json.whole("trimmed", totals.trimmed()).whole("retransmittedBytes", hosts.retransmittedBytes);
    json.whole("nacks", hosts.nacks);
    json.whole("timeouts", hosts.timeouts);
    json.whole("refusals", hosts.refusals);
    json.whole("unknownQueuePairPackets", hosts.unknownQueuePair);
    json.whole("pfcPauses", totals.pfcPauses());
    json.decimal("pfcPauseSeconds", totals.pfcPausePs() / 1e12);
    json.whole("peakBufferBytes", totals.peakBufferBytes());
    json.whole("ecnMarks", totals.ecnMarks());
    json.whole("flowsWaitedForSlot", hosts.flowsWaitedForSlot);
    json.decimal("longestSlotWaitSeconds", hosts.longestSlotWaitPs / 1e12);
  }

  private void percentiles() {
    finishedFlows("slowdown", outcome.slowdowns().percentiles(), slowdown -> rounded(slowdown, 1e6));
    finishedFlows("fctSeconds", outcome.fctPs(), ps -> ps / 1e12);
    QueueStats.Lengths queues = outcome.queues().all();
    boolean sampled = queues.samples() > 0;
    json.object("queueBytes");
    json.whole("samples", queues.samples());
    json.whole("p50", sampled ? queues.p50Bytes() : null);
    json.whole("p95", sampled ? queues.p95Bytes() : null);
    json.whole("p99", sampled ? queues.p99Bytes() : null);
    json.whole("max", outcome.queues().byPort().isEmpty() ? null : queues.maxBytes());
    json.end();
  }

  private void classes() {
    if (outcome.classes().isEmpty()) {
      return;
    }
    json.list("classes");
    for (Slowdowns.OfClass one : outcome.classes()) {
      FlowClass rules = one.rules();
      TelemetryFormat carried = rules.carried();
      Slowdowns.Bucket finished = one.finished();
      json.item();
      json.text("name", rules.name().isEmpty() ? null : rules.name());
      json.text("scheme", Catalog.SCHEMES.describe(rules.scheme()));
      json.text("telemetry", carried == null ? "none" : Catalog.TELEMETRY.describe(carried));
      json.whole("flows", one.flows());
      json.whole("flowsFinished", finished == null ? 0 : finished.flows());
      json.decimal("slowdownMean", finished == null ? null : rounded(finished.mean(), 1e6));
      json.decimal("slowdownP50", finished == null ? null : rounded(finished.percentiles().p50(), 1e6));
      json.decimal("slowdownP95", finished == null ? null : rounded(finished.percentiles().p95(), 1e6));
      json.decimal("slowdownP99", finished == null ? null : rounded(finished.percentiles().p99(), 1e6));
      json.decimal("slowdownMax", finished == null ? null : rounded(finished.percentiles().max(), 1e6));
      json.end();
    }
    json.end();
  }

  private void finishedFlows(String key, @Nullable Percentiles percentiles, DoubleUnaryOperator shown) {
    RunResult totals = outcome.totals();
    json.object(key);
    json.whole("flows", totals.flowsFinished());
    json.whole("flowsLeftOut", totals.flows() - totals.flowsFinished());
    for (int at = 0; at < Percentiles.NAMES.size(); at++) {
      json.decimal(Percentiles.NAMES.get(at), percentiles == null ? null : shown.applyAsDouble(percentiles.values().get(at)));
    }
    json.end();
  }

  private @Nullable Double perSecond(long count) {
    return outcome.simulatedSeconds() == 0 ? null : rounded(count / outcome.simulatedSeconds(), 1);
  }

  private static double rounded(double value, double scale) {
    return Math.round(value * scale) / scale;
  }

  /** {@code linkDown} for {@code LINK_DOWN}. */
  private static String camel(String constant) {
    String[] words = constant.toLowerCase(Locale.ROOT).split("_");
    var name = new StringBuilder(words[0]);
    for (int word = 1; word < words.length; word++) {
      name.append(Character.toUpperCase(words[word].charAt(0))).append(words[word].substring(1));
    }
    return name.toString();
  }
}
