package dev.inflight.lab.author;

import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.ScenarioKeys;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.sim.loop.TieOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Every key of a scenario: what it means in one sentence, and what its value may look like. */
final class KeyTable {
  /**
   * A key.
   *
   * @param name the key
   * @param meaning what it means, without a full stop
   * @param shape what its value may look like
   * @param varies whether a list of values makes it vary in a sweep
   */
  record Key(String name, String meaning, Shape shape, boolean varies) {
  }

  private static final Shape UNLIMITED = Shape.words(List.of("unlimited"));
  private static final Shape FROM_ONE = Shape.whole(1, Integer.MAX_VALUE);
  private static final Shape FROM_ZERO = Shape.whole(0, Integer.MAX_VALUE);

  private final Map<String, Key> keys = new LinkedHashMap<>();

  private KeyTable() {
    traffic();
    fabric();
    hosts();
    telemetry();
    records();
    lists();
  }

  /** All keys, in the order in which scenarios are written. */
  static List<Key> all() {
    Map<String, Key> byName = new KeyTable().keys;
    var ordered = new ArrayList<Key>();
    for (String name : ScenarioKeys.all()) {
      ordered.add(Objects.requireNonNull(byName.get(name), () -> name + " is missing in the table of keys"));
    }
    return ordered;
  }

  private void traffic() {
    value("name", "what to call the scenario; the default folder of results is runs/NAME", Shape.TEXT);
    axis("topology", "hosts, switches and cables");
    axis("flows", "traffic: one workload, or a list of them");
    axis("scheme", "congestion control of all flows but those of classes");
    value("seed", "of every random choice; the same seed gives the same result", Shape.whole(Long.MIN_VALUE, Long.MAX_VALUE));
    value("until", "the simulation ends here at the latest, also when flows are left", Shape.anyOf(UNLIMITED, Shape.TIME));
  }

  private void fabric() {
    value("buffer", "shared buffer of each switch", Shape.SIZE);
    value("pfc", "whether switches pause their neighbours before they drop", Shape.FLAG);
    value("egressAlpha",
        "without PFC: a packet is dropped when its queue is longer than this many times the free buffer",
        Shape.aboveZero());
    value("trim", "without PFC: whether a packet is cut behind its header where it would be dropped", Shape.FLAG);
    value("ecn", "marking thresholds for each rate of links; left out, those that the scheme needs",
        Shape.list(Shape.map(List.of("rate", "kmin", "kmax", "pmax"), entries("rate", Shape.RATE, "kmin", Shape.SIZE, "kmax",
            Shape.SIZE, "pmax", Shape.fraction()))),
        false);
    axis("queues", "how ports order their eight queues, one a priority group");
    value("lossRate", "probability that a cable loses a packet", Shape.fraction());
    value("clock", "arithmetic of times: exact, or that of the HPCC authors' simulator", Shape.words(SerialisationTime.values()));
    value("ties", "order of simultaneous events", Shape.words(TieOrder.values()));
  }

  private void hosts() {
    value("payload", "payload of a full packet", Shape.SIZE);
    value("framing", "sizes of packets, with all their headers", Shape.words(Framing.values()));
    value("acks", "when receivers acknowledge", Shape.map(List.of(),
        entries("every", FROM_ONE.described("packets that an acknowledgement stands for").orSweep(), "delay",
            Shape.TIME.described("and at the latest this long after the first packet not acknowledged").orSweep(),
            "ignorePause",
            Shape.FLAG.described("acknowledgements leave although their priority group is paused").orSweep())),
        false);
    axis("recovery", "what both ends do about drops");
    value("retransmitTimeout", "with go-back-n: how long without an acknowledgement until a retransmission", Shape.TIME);
    axis("nic", "how the NICs of hosts schedule flows, and how many");
    value("paced", "whether flows send at the rate of their scheme; else only their window limits them", Shape.FLAG);
    value("globalBaseRtt", "whether T is the longest base RTT of any two hosts; else that of each flow's own pair", Shape.FLAG);
  }

  private void telemetry() {
    axis("telemetry", "the header that switches fill in");
    axis("carrier", "which packets carry telemetry");
    axis("reports", "what brings telemetry back to senders");
    axis("answers", "when switches send telemetry by themselves");
    axis("scope", "whether telemetry tells of a port or of the packet's queue");
    axis("paths", "which of several paths a flow takes");
    value("sealTelemetry", "whether receivers seal what they send back of it", Shape.FLAG);
    axis("trust", "what senders do without valid reports, and with such as cannot be true");
  }

  private void records() {
    value("sample", "when queues are sampled, of which the summary has quantiles", Shape.map(List.of(),
        entries("from", Shape.anyOf(Shape.words(List.of("first-flow")), Shape.TIME).orSweep(), "until",
            Shape.anyOf(UNLIMITED, Shape.TIME).orSweep(), "every", Shape.TIME.orSweep())),
        false);
    Shape flows = Shape.anyOf(Shape.words(List.of("all", "none")), Shape.list(FROM_ZERO));
    Shape ports = Shape.anyOf(Shape.words(List.of("to-hosts", "all", "none")), Shape.list(Shape.tuple(FROM_ZERO, 2)));
    value("series", "what is written down over time", Shape.anyOf(Shape.words(List.of("none")), Shape.map(List.of("every"),
        entries("every", Shape.TIME, "until", Shape.anyOf(UNLIMITED, Shape.TIME), "flows", flows, "ports", ports))), false);
    value("tables", "how the tables of results are kept", Shape.words(Scenario.Tables.values()), false);
  }

  private void lists() {
    value("events", "cables that fail or come back", Shape.list(Shape.map(List.of("at", "link", "state"),
        entries("at", Shape.TIME, "link", Shape.tuple(FROM_ZERO, 2).described("the two nodes that the cable joins"), "state",
            Shape.words(List.of("up", "down"))))),
        false);
    Shape workload = Shape.spec(Catalog.WORKLOADS);
    value("classes", "more flows, with a scheme and telemetry of their own", Shape.list(Shape.map(List.of("name", "flows"),
        entries("name", Shape.pattern("[A-Za-z0-9_.-]{1,64}", "training"), "scheme", Shape.spec(Catalog.SCHEMES), "telemetry",
            Shape.spec(Catalog.TELEMETRY), "group", Shape.whole(1, 7), "flows",
            Shape.anyOf(workload, Shape.list(workload))))),
        false);
  }

  private void axis(String name, String meaning) {
    Axis<?> axis = Catalog.AXES.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    Shape one = Shape.spec(axis.binder());
    boolean takesList = axis.place().takesList();
    value(name, meaning, takesList ? Shape.anyOf(one, Shape.list(one)) : one, !takesList);
  }

  private void value(String name, String meaning, Shape shape) {
    value(name, meaning, shape, true);
  }

  private void value(String name, String meaning, Shape shape, boolean varies) {
    keys.put(name, new Key(name, meaning, shape, varies));
  }

  private static Map<String, Shape> entries(Object... namesAndShapes) {
    var entries = new LinkedHashMap<String, Shape>();
    for (int at = 0; at < namesAndShapes.length; at += 2) {
      entries.put(namesAndShapes[at].toString(), (Shape) namesAndShapes[at + 1]);
    }
    return entries;
  }
}
