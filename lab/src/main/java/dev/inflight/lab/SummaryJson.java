package dev.inflight.lab;

import dev.inflight.cc.Signal;
import dev.inflight.net.HostCounters;
import dev.inflight.net.Observer;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Setup;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Writes an outcome as JSON, one property a line. */
final class SummaryJson {
  private final Outcome outcome;
  private final JsonGenerator json;

  private SummaryJson(Outcome outcome, JsonGenerator json) {
    this.outcome = outcome;
    this.json = json;
  }

  static String write(Outcome outcome) {
    return JsonText.of(json -> new SummaryJson(outcome, json).write());
  }

  private void write() {
    json.writeStartObject();
    setup();
    traffic();
    trouble();
    percentiles();
    RunResult totals = outcome.totals();
    json.writeStringProperty("fingerprint", fingerprint(totals.fingerprint()));
    json.writeBooleanProperty("partial", totals.partial());
    json.writeEndObject();
  }

  static String fingerprint(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }

  private void setup() {
    Setup setup = outcome.scenario().setup();
    json.writeStringProperty("scenario", outcome.scenario().name());
    json.writeStringProperty("version", Version.number());
    json.writeStringProperty("scheme", SpecBinder.SCHEMES.describe(setup.scheme));
    json.writeNumberProperty("seed", setup.seed);
    json.writeStringProperty("ties", Words.of(setup.ties));
    json.writeStringProperty("clock", Words.of(setup.clock));
    json.writeStringProperty("framing", Words.of(setup.framing));
    boolean asked = setup.scheme.signals().contains(Signal.HOPS);
    json.writeStringProperty("telemetry", asked ? SpecBinder.TELEMETRY.describe(setup.telemetry) : "none");
    json.writeBooleanProperty("sealTelemetry", asked && setup.sealTelemetry);
    json.writeStringProperty("nic", SpecBinder.NICS.describe(setup.nic));
    json.writeNumberProperty("threads", 1);
  }

  private void traffic() {
    RunResult totals = outcome.totals();
    HostCounters hosts = totals.hosts();
    json.writeNumberProperty("simulatedSeconds", outcome.simulatedSeconds());
    json.writeNumberProperty("wallSeconds", rounded(outcome.wallSeconds(), 1e6));
    json.writeNumberProperty("packetHops", totals.packetHops());
    json.writeNumberProperty("packetHopsPerSecond", Math.round(outcome.packetHopsPerSecond()));
    json.writeNumberProperty("events", totals.events());
    json.writeNumberProperty("flows", totals.flows());
    json.writeNumberProperty("flowsFinished", totals.flowsFinished());
    json.writeNumberProperty("stalledFlows", totals.flows() - totals.flowsFinished());
    json.writeNumberProperty("dataPackets", hosts.dataPackets);
    json.writeNumberProperty("deliveredBytes", hosts.deliveredBytes);
    json.writeNumberProperty("acks", hosts.acks);
    json.writeNumberProperty("acksWithTelemetry", hosts.acksWithHops);
    json.writeNumberProperty("congestionNotifications", hosts.cnps);
    json.writeNumberProperty("reportsForged", hosts.forgedReports);
    json.writeNumberProperty("reportsReplayed", hosts.replayedReports);
    json.writeNumberProperty("acksCutOff", hosts.acksCutOff);
    json.writeNumberProperty("acksWithMarks", hosts.acksWithMarks);
    json.writeNumberProperty("belowLineRateShare", rounded(totals.belowLineShare(), 1e6));
  }

  private void trouble() {
    RunResult totals = outcome.totals();
    HostCounters hosts = totals.hosts();
    json.writeNumberProperty("drops", totals.lost(Observer.Loss.BUFFER));
    json.writeObjectPropertyStart("lostPackets");
    for (Observer.Loss cause : Observer.Loss.values()) {
      json.writeNumberProperty(camel(cause.name()), totals.lost(cause));
    }
    json.writeEndObject();
    json.writeNumberProperty("retransmittedBytes", hosts.retransmittedBytes);
    json.writeNumberProperty("nacks", hosts.nacks);
    json.writeNumberProperty("timeouts", hosts.timeouts);
    json.writeNumberProperty("refusals", hosts.refusals);
    json.writeNumberProperty("unknownQueuePairPackets", hosts.unknownQueuePair);
    json.writeNumberProperty("pfcPauses", totals.pfcPauses());
    json.writeNumberProperty("pfcPauseSeconds", totals.pfcPausePs() / 1e12);
    json.writeNumberProperty("peakBufferBytes", totals.peakBufferBytes());
    json.writeNumberProperty("ecnMarks", totals.ecnMarks());
    json.writeNumberProperty("flowsWaitedForSlot", hosts.flowsWaitedForSlot);
    json.writeNumberProperty("longestSlotWaitSeconds", hosts.longestSlotWaitPs / 1e12);
  }

  private void percentiles() {
    Slowdowns.Bucket slowdown = outcome.slowdowns().all();
    json.writeObjectPropertyStart("slowdown");
    json.writeNumberProperty("p50", rounded(slowdown.p50(), 1e6));
    json.writeNumberProperty("p95", rounded(slowdown.p95(), 1e6));
    json.writeNumberProperty("p99", rounded(slowdown.p99(), 1e6));
    json.writeNumberProperty("max", rounded(slowdown.max(), 1e6));
    json.writeEndObject();
    Outcome.Times fct = outcome.fct();
    json.writeObjectPropertyStart("fctSeconds");
    json.writeNumberProperty("p50", fct.p50Ps() / 1e12);
    json.writeNumberProperty("p95", fct.p95Ps() / 1e12);
    json.writeNumberProperty("p99", fct.p99Ps() / 1e12);
    json.writeNumberProperty("max", fct.maxPs() / 1e12);
    json.writeEndObject();
    Queues.Lengths queues = outcome.queues().all();
    json.writeObjectPropertyStart("queueBytes");
    json.writeNumberProperty("samples", queues.samples());
    json.writeNumberProperty("p50", queues.p50Bytes());
    json.writeNumberProperty("p95", queues.p95Bytes());
    json.writeNumberProperty("p99", queues.p99Bytes());
    json.writeNumberProperty("max", queues.maxBytes());
    json.writeEndObject();
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
