package dev.inflight.lab.scenario.event;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.sim.change.LinkLossy;
import dev.inflight.sim.change.LinkSilent;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.NodeUp;
import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.PfcStorm;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.change.fault.SlowReceive;
import dev.inflight.sim.change.fault.SlowSend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All states that entries of {@code events} may request. */
public final class EventStates {
  private static final List<EventEntry> WAY_AND_END = Stream.concat(Stream.of(EventEntry.DIRECTION), EventEntry.END.stream())
      .toList();

  /** All states. Of two with the same word and place, the later one applies if all its required keys are present. */
  static final List<EventState<?>> ALL = List.of( //
      EventState.plain("down", EventEntry.LINK, "the cables between the two nodes fail", LinkDown.class, EventEntry.END,
          event -> new LinkDown(event.atPs(), event.ends(), event.untilPs()), "was down"),
      EventState.plain("up", EventEntry.LINK, "the cables between the two nodes recover", LinkUp.class, List.of(),
          event -> new LinkUp(event.atPs(), event.ends()), "came back"),
      new EventState<>("down", EventEntry.LINK,
          "packets from the first node of direction to the second are lost, and neither node detects the failure",
          LinkSilent.class, List.of(EventEntry.DIRECTION), EventEntry.END,
          event -> new LinkSilent(event.atPs(), event.ends(), event.untilPs()), EventState::ending,
          _ -> "lost all packets, unnoticed,"),
      new EventState<>("degraded", EventEntry.LINK,
          "the cables between the two nodes run at a lower rate, undetected unless announced", LinkDegraded.class,
          List.of(EventEntry.RATE), Stream.concat(Stream.of(EventEntry.ANNOUNCED), WAY_AND_END.stream()).toList(),
          event -> new LinkDegraded(event.atPs(), event.ends(), event.rateBitsPerSec(), event.untilPs(), event.announced()),
          event -> event.announced()
              ? EventState.ending(event, "rate: " + Units.formatRate(event.rateBitsPerSec()), "announced: true")
              : EventState.ending(event, "rate: " + Units.formatRate(event.rateBitsPerSec())),
          event -> (event.announced() ? "was trained down to " : "was at ") + Humanize.rate(event.rateBitsPerSec())),
      new EventState<>("lossy", EventEntry.LINK,
          "the cables between the two nodes lose packets, with probability loss or by the bit error rate ber", LinkLossy.class,
          List.of(), Stream.concat(Stream.of(EventEntry.LOSS, EventEntry.BER), WAY_AND_END.stream()).toList(),
          event -> new LinkLossy(event.atPs(), event.ends(), event.loss(), event.untilPs()),
          event -> EventState.ending(event, rate(event.loss()).name() + ": " + Units.formatReal(event.loss().rate())),
          event -> rate(event.loss()) == EventEntry.BER
              ? "had wrong bits at a rate of " + Units.formatReal(event.loss().rate())
              : "lost packets at a rate of " + Units.formatReal(event.loss().rate())),
      new EventState<>("flapping", EventEntry.LINK,
          "the cables between the two nodes periodically fail and recover; undetected if only in one direction",
          LinkFlapping.class, List.of(EventEntry.PERIOD, EventEntry.DUTY),
          Stream.concat(Stream.of(EventEntry.COUNT), WAY_AND_END.stream()).toList(), EventFields::flapping,
          event -> List.of("period: " + Units.formatTime(event.periodPs()), "duty: " + Units.formatReal(event.duty()),
              "count: " + event.count()),
          event -> (event.ends().oneWay() ? "lost all packets, unnoticed, for " : "was down for ")
              + Units.formatReal(event.duty()) + " of each " + Humanize.time(event.periodPs())),
      EventState.plain("down", EventEntry.NODE, "the node fails, and with it all its cables", NodeDown.class, EventEntry.END,
          event -> new NodeDown(event.atPs(), event.node(), event.untilPs()), "was down"),
      EventState.plain("up", EventEntry.NODE, "the node recovers", NodeUp.class, List.of(),
          event -> new NodeUp(event.atPs(), event.node()), "came back"),
      new EventState<>("pfc-storm", EventEntry.NODE, "the node pauses its neighbors indefinitely, regardless of its buffer",
          PfcStorm.class, List.of(), with(EventEntry.PORT, EventEntry.PRIORITY),
          event -> new PfcStorm(event.atPs(), event.place(), event.priority(), event.untilPs()),
          event -> written(event, event.at(), "priority: " + event.priority()),
          event -> "paused priority " + event.priority() + " without end, a PFC storm" + through(event.at())),
      new EventState<>("slow-receiver", EventEntry.NODE, "the host takes packets from its NICs below their line rate",
          SlowReceive.class, List.of(EventEntry.RATE), with(EventEntry.PORT, EventEntry.BUFFER),
          event -> new SlowReceive(event.atPs(), event.place(), event.rateBitsPerSec(), event.bufferBytes(), event.untilPs()),
          event -> written(event, event.at(), "rate: " + Units.formatRate(event.rateBitsPerSec()),
              "buffer: " + Units.formatSize(event.bufferBytes())),
          event -> "took packets at " + Units.formatRate(event.rateBitsPerSec()) + " only" + through(event.at())),
      new EventState<>("slow-sender", EventEntry.NODE, "the NICs of the host send below line rate, undetected", SlowSend.class,
          List.of(EventEntry.RATE), with(EventEntry.PORT),
          event -> new SlowSend(event.atPs(), event.place(), event.rateBitsPerSec(), event.untilPs()),
          event -> written(event, event.at(), "rate: " + Units.formatRate(event.rateBitsPerSec())),
          event -> "sent at " + Humanize.rate(event.rateBitsPerSec()) + " only" + through(event.at())),
      new EventState<>("slow-compute", EventEntry.NODE,
          "computations of ranks that start on the host during the event take longer", SlowCompute.class,
          List.of(EventEntry.FACTOR), EventEntry.END,
          event -> new SlowCompute(event.atPs(), event.node(), event.factor(), event.untilPs()),
          event -> EventState.ending(event, "factor: " + Units.formatReal(event.factor())),
          event -> "took " + Units.formatReal(event.factor()) + " times as long to compute"));

  private EventStates() {
  }

  private static EventEntry rate(FaultLoss loss) {
    return loss.kind() == FaultLoss.Kind.BITS ? EventEntry.BER : EventEntry.LOSS;
  }

  private static List<EventEntry> with(EventEntry... own) {
    return Stream.concat(Stream.of(own), EventEntry.END.stream()).toList();
  }

  private static List<String> written(FabricEvent event, NodePort at, String... entries) {
    List<String> own = EventState.ending(event, entries);
    return at.port() == NodePort.ALL ? own : Stream.concat(Stream.of("port: " + at.port()), own.stream()).toList();
  }

  private static String through(NodePort at) {
    return at.port() == NodePort.ALL ? "" : " at port " + at.port();
  }

  /** State of an event. */
  static EventState<?> of(FabricEvent event) {
    return ALL.stream().filter(state -> state.type().isInstance(event)).findFirst().orElseThrow();
  }

  /** Words of all states of a place. */
  static List<String> words(EventEntry place) {
    return ALL.stream().filter(state -> state.place() == place).map(EventState::word).distinct().toList();
  }

  /** Returns the keys for places of events. */
  static List<EventEntry> places() {
    return ALL.stream().map(EventState::place).distinct().toList();
  }

  /** All keys that some state accepts, by name. */
  static Map<String, EventEntry> entries() {
    var all = new LinkedHashMap<String, EventEntry>();
    ALL.stream().flatMap(state -> state.entries().stream()).forEach(entry -> all.put(entry.name(), entry));
    return all;
  }

  /** Form of an entry in the JSON Schema. */
  public static Shape shape() {
    return Shape.anyOf(ALL.stream().map(EventState::shape).toArray(Shape[]::new));
  }

  /** Places of an entry. */
  public static Layout layout() {
    return Layout
        .entries(entries().values().stream().flatMap(entry -> Stream.<Object>of(entry.name(), entry.layout())).toArray());
  }
}
