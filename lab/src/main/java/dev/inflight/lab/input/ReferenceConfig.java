package dev.inflight.lab.input;

import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.files.FlowColumnOrder;
import dev.inflight.lab.files.StartTimeStyle;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.net.link.Framing;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a configuration file of the HPCC authors' simulator, with the topology and flow files that it names.
 * The setup reproduces that simulator: its framing, its time resolution and its order of simultaneous events.
 */
final class ReferenceConfig {
  private static final long PS_PER_NS = 1000;
  private static final long PS_PER_US = 1_000_000;
  private static final long TIME_BEGINS_PS = 2_000_000_000_000L;
  private static final long BYTES_PER_MB = 1 << 20; // of BUFFER_SIZE
  private static final int MAX_BUFFER_MB = 2047;
  private static final int KB_PER_MB = 1024;
  /** Longest time in seconds that fits a long in picoseconds. */
  private static final double LONGEST_SECONDS = 9.2e6;

  /** Keys of the authors' file, by the scenario key for the same value. */
  private static final Map<String, String> KEYS = Map.of("buffer", "BUFFER_SIZE", "until", "SIMULATOR_STOP_TIME", "payload",
      "PACKET_PAYLOAD_SIZE", "events", "LINK_DOWN", "scheme", "CC_MODE", "telemetry", "INT_MULTI", "flows", "FLOW_FILE",
      "topology", "TOPOLOGY_FILE", "ecn", "KMAX_MAP");

  private final InputText text;
  private final Faults faults = new Faults();
  private final ReferenceValues values;
  private final ReferenceMarking marking;
  private Overrides replaced = Overrides.NONE;

  private ReferenceConfig(InputText text, Overrides replacements) {
    this.text = text;
    values = new ReferenceValues(text, replacements, faults);
    marking = new ReferenceMarking(values);
  }

  /** Returns the scenario that the file describes, with replacements from the command line for keys of the file or a scenario. */
  static Scenario read(InputText text, Overrides replacements) {
    refuseUnknown(replacements);
    return new ReferenceConfig(text, replacements).scenario(replacements.only(one -> !ReferenceValues.isOurs(one)));
  }

  /** Rejects keys of these files on the command line of another kind of scenario. */
  static void refuseKeys(Overrides replacements) {
    for (Overrides.Replacement one : replacements.list()) {
      if (ReferenceKeys.isKnown(one.key())) {
        String ours = KEYS.entrySet().stream().filter(names -> names.getValue().equals(one.key())).findFirst()
            .map(names -> "; set " + names.getKey()).orElse("; docs/reference/scenario-keys.md has the keys of a scenario");
        throw one.option().error(one.key() + " is a key of a config.txt, and this file is a scenario in YAML" + ours);
      }
    }
  }

  /** Rejects keys of the command line that belong neither to these files nor to a scenario. */
  private static void refuseUnknown(Overrides replacements) {
    var unknown = new Faults();
    for (Overrides.Replacement one : replacements.list()) {
      String key = one.key().split("\\.", 2)[0];
      if (ReferenceValues.isOurs(one) || ScenarioKeys.all().contains(key) || ScenarioKeys.options().containsKey(key)) {
        continue;
      }
      var known = new ArrayList<>(ScenarioKeys.all());
      known.addAll(ReferenceKeys.all());
      String hint = ReferenceKeys.all().stream().filter(key::equalsIgnoreCase).findFirst()
          .map(name -> "; keys of a config.txt are in capitals: " + name).orElseGet(() -> Suggestion.shortHint(key, known));
      unknown.add(one.option().error("unknown key " + Quoted.of(key) + hint));
    }
    unknown.throwIfAny();
  }

  private Scenario scenario(Overrides replacements) {
    replaced = replacements;
    SetupBuilder setup = setup();
    var files = new ReferenceFiles(text, values);
    var topologyFile = new StringBuilder();
    var flowFile = new StringBuilder();
    part("topology", () -> topologyFile.append(files.topology()));
    part("flows", () -> flowFile.append(files.flows()));
    faults.collect(files::checkTcpFlows);
    faults.throwIfAny();
    if (isOwn("topology")) {
      marking.complete(setup, topologyFile.toString(), isOwn("scheme"));
    }
    var topology = new FileTopology(topologyFile.toString());
    var flows = new FileFlows(flowFile.toString(), StartTimeStyle.DOUBLE,
        ForkKeys.OTHER_FLOW_COLUMNS.stream().anyMatch(values::isOf) ? FlowColumnOrder.AUTO : FlowColumnOrder.AUTHORS);
    var places = new HashMap<String, SourceLocation>();
    places.put(KeyLocations.CONFIGURATION, text.whole());
    KEYS.forEach((ours, theirs) -> places.put(ours, values.place(theirs)));
    places.put("ecn", marking.place());
    return ScenarioFile.over(text, replacements, setup, topology, flows, new KeyLocations(text.whole(), places))
        .withNotes(files.notes());
  }

  /** Runs the reader of this scenario key, unless the command line sets the key. */
  private void part(String key, Runnable reading) {
    if (isOwn(key)) {
      faults.collect(reading);
    }
  }

  private boolean isOwn(String key) {
    return replaced.find(key).isEmpty();
  }

  private SetupBuilder setup() {
    SetupBuilder setup = new SetupBuilder().likeReference();
    part("scheme", () -> setup.scheme = new ReferenceScheme(values).scheme());
    part("payload", () -> setup.payloadBytes = values.whole("PACKET_PAYLOAD_SIZE", 1, Framing.LARGEST_PAYLOAD_BYTES));
    part("buffer", () -> setup.bufferBytes = bufferMegabytes() * BYTES_PER_MB);
    faults.collect(() -> setup.ecn = marking.thresholds());
    faults.collect(() -> setup.acksIgnorePause = values.flag("ACK_HIGH_PRIO"));
    faults.collect(() -> setup.ackEveryPackets = ackEveryPackets(setup.payloadBytes));
    faults.collect(() -> setup.paced = values.flag("RATE_BOUND"));
    faults.collect(() -> setup.globalBaseRtt = values.flag("GLOBAL_T"));
    part("telemetry", () -> setup.telemetry = new AuthorsFormat(values.whole("INT_MULTI", 1, 65535)));
    part("until", () -> setup.untilPs = untilPs());
    if (values.has(ForkKeys.RANDOM_SEED)) {
      part("seed", () -> setup.seed = values.whole(ForkKeys.RANDOM_SEED, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    faults.collect(() -> setup.sampleFromPs = values.whole("QLEN_MON_START", 0, Long.MAX_VALUE / PS_PER_NS) * PS_PER_NS);
    faults.collect(() -> setup.sampleUntilPs = values.whole("QLEN_MON_END", 0, Long.MAX_VALUE / PS_PER_NS) * PS_PER_NS);
    part("lossRate", () -> setup.lossRate = values.fraction("ERROR_RATE_PER_LINK"));
    part("events", () -> addLinkDown(setup.events));
    faults.collect(() -> values.whole("L2_CHUNK_SIZE", 0, Long.MAX_VALUE));
    faults.collect(() -> values.refuseIfSet("L2_BACK_TO_ZERO",
        "starting again from a flow's first byte after a loss is not available, only go-back-N"));
    if (values.has("ENABLE_TRACE")) {
      faults.collect(this::warnOfTrace);
    }
    return setup;
  }

  private long bufferMegabytes() {
    String key = "BUFFER_SIZE";
    long size = values.whole(key, Long.MIN_VALUE, Long.MAX_VALUE);
    if (size > MAX_BUFFER_MB) {
      throw values.place(key).error(key + " " + size + " is outside 1 to " + MAX_BUFFER_MB + " MiB; if the file is of a program"
          + " that counts KiB, set " + key + " " + Math.max(1, size / KB_PER_MB));
    }
    return values.whole(key, 1, MAX_BUFFER_MB);
  }

  private void warnOfTrace() {
    if (values.flag("ENABLE_TRACE")) {
      Notices.add(values.place("ENABLE_TRACE"), "trace",
          "ENABLE_TRACE 1: no trace of packets is written; --pcap NODE:PORT captures"
              + " packets, but of a scenario in YAML with another framing only");
    }
  }

  /** End of the run in ps. A time beyond the range of the clock means no end. */
  private long untilPs() {
    String key = "SIMULATOR_STOP_TIME";
    if (!values.has(key) && values.has(ForkKeys.FLOWGEN_STOP)) {
      return Long.MAX_VALUE; // as ConWeave, which has no such key
    }
    return values.place(key)
        .check(() -> Units.real(key, values.word(key)) >= LONGEST_SECONDS
            ? Long.MAX_VALUE
            : StartTimeStyle.DOUBLE.picoseconds(key, values.word(key)));
  }

  /** Packets per acknowledgement. L2_ACK_INTERVAL counts bytes: up to one packet, each packet is acknowledged; 0 means never. */
  private int ackEveryPackets(int payloadBytes) {
    long interval = values.whole("L2_ACK_INTERVAL", 0, Long.MAX_VALUE);
    if (interval == 0) {
      throw values.refused("L2_ACK_INTERVAL", "0",
          "nothing would be acknowledged, and no flow would finish; for an acknowledgement of each packet set L2_ACK_INTERVAL 1");
    }
    if (interval > payloadBytes) {
      throw values.place("L2_ACK_INTERVAL").error("L2_ACK_INTERVAL " + interval + " means one acknowledgement for every "
          + interval + " bytes; only one for each packet is available: 1 to " + payloadBytes);
    }
    return 1;
  }

  private void addLinkDown(List<FabricEvent> events) {
    Tokens fields = values.values("LINK_DOWN");
    if (fields.count() != 3) {
      throw fields.place().error("LINK_DOWN takes 3 values (microseconds after 2 s, node, node), found " + fields.count());
    }
    String begin = ForkKeys.FLOWGEN_START;
    long beginsPs = values.has(begin)
        ? values.place(begin).check(() -> StartTimeStyle.DOUBLE.picoseconds(begin, values.word(begin)))
        : TIME_BEGINS_PS;
    long afterUs = fields.whole(0, "LINK_DOWN time", 0, (Long.MAX_VALUE - beginsPs) / PS_PER_US);
    int a = fields.whole(1, "LINK_DOWN node", 0, Integer.MAX_VALUE);
    int b = fields.whole(2, "LINK_DOWN node", 0, Integer.MAX_VALUE);
    if (afterUs > 0) { // 0 means never
      events.add(new LinkDown(beginsPs + afterUs * PS_PER_US, a, b));
    }
  }
}
