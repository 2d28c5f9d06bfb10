package dev.inflight.lab.input;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Window;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.DctcpAuthors;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.files.StartTimeStyle;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a configuration file of the HPCC authors' simulator, with the topology and flow files that it names, into the setup that
 * reproduces that simulator: its framing, its arithmetic of time, its order of simultaneous events.
 */
final class ReferenceConfig {
  private static final long PS_PER_NS = 1000;
  private static final long PS_PER_US = 1_000_000;
  private static final long TIME_BEGINS_PS = 2_000_000_000_000L;
  private static final long BYTES_PER_MB = 1 << 20; // of BUFFER_SIZE
  private static final long BYTES_PER_KB = 1000; // of KMIN_MAP and KMAX_MAP
  private static final int MAX_BUFFER_MB = 2047;
  /** Beyond it, times in picoseconds do not fit a long. */
  private static final double LONGEST_SECONDS = 9.2e6;

  private static final int DCQCN = 1;
  private static final int HPCC = 3;
  private static final int TIMELY = 7;
  private static final int DCTCP = 8;
  private static final int PINT = 10;

  /** Which key of the authors' file sets what a scenario file calls by another name. */
  private static final Map<String, String> KEYS = Map.of("buffer", "BUFFER_SIZE", "until", "SIMULATOR_STOP_TIME", "payload",
      "PACKET_PAYLOAD_SIZE", "events", "LINK_DOWN", "scheme", "CC_MODE", "telemetry", "INT_MULTI", "flows", "FLOW_FILE",
      "topology", "TOPOLOGY_FILE", "ecn", "KMAX_MAP");

  private final InputText text;
  private final Faults faults = new Faults();
  private final ReferenceValues values;
  private Overrides replaced = Overrides.NONE;

  private ReferenceConfig(InputText text, Overrides replacements) {
    this.text = text;
    values = new ReferenceValues(text, replacements, faults);
  }

  /** The scenario that the file describes, with what the command line says in its place: keys of this file, or of a scenario. */
  static Scenario read(InputText text, Overrides replacements) {
    return new ReferenceConfig(text, replacements).scenario(replacements.only(one -> !ReferenceValues.isOurs(one)));
  }

  /** Refuses keys of these files on the command line of a scenario of another kind. */
  static void refuseKeys(Overrides replacements) {
    for (Overrides.Replacement one : replacements.list()) {
      if (ReferenceKeys.isKnown(one.key())) {
        String ours = KEYS.entrySet().stream().filter(names -> names.getValue().equals(one.key())).findFirst()
            .map(names -> "; set " + names.getKey()).orElse("; docs/scenario.md has the keys of a scenario");
        throw one.option().error(one.key() + " is a key of a config.txt, and this file is a scenario in YAML" + ours);
      }
    }
  }

  private Scenario scenario(Overrides replacements) {
    replaced = replacements;
    SetupBuilder setup = setup();
    var files = new ReferenceFiles(text, values);
    var topologyFile = new StringBuilder();
    var flowFile = new StringBuilder();
    part("topology", () -> topologyFile.append(files.topology()));
    part("flows", () -> flowFile.append(files.flows()));
    faults.throwIfAny();
    var topology = new FileTopology(topologyFile.toString());
    var flows = new FileFlows(flowFile.toString(), StartTimeStyle.DOUBLE);
    var places = new HashMap<String, SourceLocation>();
    places.put(KeyLocations.CONFIGURATION, text.whole());
    KEYS.forEach((ours, theirs) -> places.put(ours, values.place(theirs)));
    return ScenarioFile.over(text, replacements, setup, topology, flows, new KeyLocations(text.whole(), places));
  }

  /** Reads what sets this key of a scenario, unless the command line sets it. */
  private void part(String key, Runnable reading) {
    if (replaced.find(key).isEmpty()) {
      faults.collect(reading);
    }
  }

  private SetupBuilder setup() {
    SetupBuilder setup = new SetupBuilder().likeReference();
    part("scheme", () -> setup.scheme = scheme());
    part("payload", () -> setup.payloadBytes = values.whole("PACKET_PAYLOAD_SIZE", 1, Framing.LARGEST_PAYLOAD_BYTES));
    part("buffer", () -> setup.bufferBytes = values.whole("BUFFER_SIZE", 1, MAX_BUFFER_MB) * BYTES_PER_MB);
    faults.collect(() -> setup.ecn = values.flag("ENABLE_QCN") ? marking() : new TreeMap<>());
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
    part("events", () -> addLinkDown(setup.linkEvents));
    faults.collect(() -> values.whole("L2_CHUNK_SIZE", 0, Long.MAX_VALUE));
    faults.collect(() -> refuseIfSet("L2_BACK_TO_ZERO",
        "starting again from a flow's first byte after a loss is not available, only go-back-N"));
    if (values.has("ENABLE_TRACE")) {
      faults.collect(this::warnOfTrace);
    }
    return setup;
  }

  private void warnOfTrace() {
    if (values.flag("ENABLE_TRACE")) {
      Notices.add(values.place("ENABLE_TRACE"), "trace",
          "ENABLE_TRACE 1: no trace of packets is written; --pcap NODE:PORT captures"
              + " packets, but of a scenario in YAML with another framing only");
    }
  }

  /** The end of the run. A time that the clock of picoseconds does not reach means none. */
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

  private Scheme scheme() {
    int mode = values.whole("CC_MODE", Integer.MIN_VALUE, Integer.MAX_VALUE);
    return switch (mode) {
      case DCQCN -> new DcqcnAuthors(microseconds("ALPHA_RESUME_INTERVAL"), microseconds("RATE_DECREASE_INTERVAL"),
          microseconds("RP_TIMER"), values.whole("FAST_RECOVERY_TIMES", 0, Integer.MAX_VALUE), values.fraction("EWMA_GAIN"),
          rateOrZero("RATE_AI"), rateOrZero("RATE_HAI"), rate("MIN_RATE"), values.flag("CLAMP_TARGET_RATE"), window());
      case HPCC -> hpcc();
      case TIMELY -> new TimelyAuthors(rateOrZero("RATE_AI"), rateOrZero("RATE_HAI"), rate("MIN_RATE"), window());
      case DCTCP -> new DctcpAuthors(values.fraction("EWMA_GAIN"), rateOrZero("DCTCP_RATE_AI"), rate("MIN_RATE"), window());
      default ->
        throw values.place("CC_MODE").error("CC_MODE " + mode + (mode == PINT ? " (HPCC-PINT) is not available" : " is unknown")
            + "; available: 1 (DCQCN), 3 (HPCC), 7 (TIMELY), 8 (DCTCP)");
    };
  }

  private Window window() {
    if (!values.flag("HAS_WIN")) {
      return Window.NONE;
    }
    return values.flag("VAR_WIN") ? Window.FOLLOWS_RATE : Window.FIXED;
  }

  /** Their timers run in whole microseconds. */
  private long microseconds(String key) {
    return values.place(key).check(() -> (long) Units.real(key, values.word(key)) * PS_PER_US);
  }

  private long rate(String key) {
    return values.rate(key, Units::rate);
  }

  private long rateOrZero(String key) {
    return values.rate(key, Units::rateOrZero);
  }

  private Scheme hpcc() {
    if (!values.flag("HAS_WIN")) {
      throw values.place("HAS_WIN").error("HAS_WIN 0: HPCC without a window is not available; set HAS_WIN 1");
    }
    refuseIfSet("MULTI_RATE", "a rate for each hop is not available");
    double eta = values.fraction("U_TARGET");
    if (eta == 0) {
      throw values.place("U_TARGET").error("U_TARGET 0 would leave nothing to send; 0.95 is usual");
    }
    int miThresh = values.whole("MI_THRESH", 0, Integer.MAX_VALUE);
    ReactionMode react = values.flag("FAST_REACT") ? ReactionMode.BOTH : ReactionMode.PER_RTT;
    return new HpccAuthors(eta, miThresh, rateOrZero("RATE_AI"), rate("MIN_RATE"), react, values.flag("SAMPLE_FEEDBACK"),
        values.flag("VAR_WIN"));
  }

  private void refuseIfSet(String key, String why) {
    if (values.flag(key)) {
      throw refused(key, "1", why + "; set " + key + " 0");
    }
  }

  /** A value that is refused, whether the file says it or leaves it out. */
  private InputError refused(String key, String value, String why) {
    return values.place(key).error(key + (values.has(key) ? " " : " is missing, which means ") + value + ": " + why);
  }

  /** L2_ACK_INTERVAL counts bytes: up to one packet, each packet is acknowledged; 0 stands for never. */
  private int ackEveryPackets(int payloadBytes) {
    long interval = values.whole("L2_ACK_INTERVAL", 0, Long.MAX_VALUE);
    if (interval == 0) {
      throw refused("L2_ACK_INTERVAL", "0",
          "nothing would be acknowledged, and no flow would finish; for an acknowledgement of each packet set L2_ACK_INTERVAL 1");
    }
    if (interval > payloadBytes) {
      throw values.place("L2_ACK_INTERVAL").error("L2_ACK_INTERVAL " + interval + " asks for one acknowledgement in " + interval
          + " bytes; only one for each packet is available: 1 to " + payloadBytes);
    }
    return 1;
  }

  private Map<Long, EcnThresholds> marking() {
    Map<Long, Long> kMin = kilobytes("KMIN_MAP");
    Map<Long, Long> kMax = kilobytes("KMAX_MAP");
    var marking = new TreeMap<Long, EcnThresholds>();
    for (ReferenceValues.RateValue pair : lastOfEach("PMAX_MAP")) {
      double pMax = pair.place().check(() -> Units.real("probability in PMAX_MAP", pair.value()));
      Long low = kMin.remove(pair.rateBitsPerSec());
      Long high = kMax.remove(pair.rateBitsPerSec());
      if (low == null || high == null) {
        throw missing(pair.rateBitsPerSec(), "PMAX_MAP", low == null ? "KMIN_MAP" : "KMAX_MAP");
      }
      marking.put(pair.rateBitsPerSec(), pair.place().check(() -> new EcnThresholds(low, high, pMax)));
    }
    kMin.keySet().forEach(rate -> {
      throw missing(rate, "KMIN_MAP", "PMAX_MAP");
    });
    kMax.keySet().forEach(rate -> {
      throw missing(rate, "KMAX_MAP", "PMAX_MAP");
    });
    return marking;
  }

  private Map<Long, Long> kilobytes(String key) {
    var bytes = new TreeMap<Long, Long>();
    for (ReferenceValues.RateValue pair : lastOfEach(key)) {
      String word = pair.value().replaceFirst("(?<=\\d)\\.0*$", "");
      long value = new Tokens(pair.place(), List.of(word)).whole(0, "KB in " + key, 0, Long.MAX_VALUE / BYTES_PER_KB);
      bytes.put(pair.rateBitsPerSec(), value * BYTES_PER_KB);
    }
    return bytes;
  }

  /** The entries of a map, of several for a rate the last. */
  private Collection<ReferenceValues.RateValue> lastOfEach(String key) {
    var last = new LinkedHashMap<Long, ReferenceValues.RateValue>();
    for (ReferenceValues.RateValue pair : values.byRate(key)) {
      ReferenceValues.RateValue before = last.put(pair.rateBitsPerSec(), pair);
      if (before != null && !before.value().equals(pair.value())) {
        Notices.add(pair.place(), "rate twice in " + key, key + " has two values for the rate " + pair.rateBitsPerSec()
            + ", and the last one holds: " + pair.value() + ", not " + before.value());
      }
    }
    return last.values();
  }

  private InputError missing(long rate, String has, String lacks) {
    return values.place(lacks).error(lacks + " has no value for the rate " + rate + ", for which " + has + " has one");
  }

  private void addLinkDown(List<LinkEvent> events) {
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
    if (afterUs > 0) { // 0 stands for never
      events.add(new LinkEvent(beginsPs + afterUs * PS_PER_US, a, b, false));
    }
  }
}
