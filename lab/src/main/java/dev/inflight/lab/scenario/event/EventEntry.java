package dev.inflight.lab.scenario.event;

import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.net.link.Packet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Key of an entry of {@code events}.
 *
 * @param name the key
 * @param meaning its meaning in one sentence, without a full stop
 * @param shape form of its value in the JSON Schema
 * @param layout places of its value
 */
record EventEntry(String name, String meaning, Supplier<Shape> shape, Layout layout) {
  static final EventEntry AT = of("at", "start of the event", () -> Shape.TIME);
  static final EventEntry STATE = of("state", "what happens", () -> Shape.TEXT);
  static final EventEntry LINK = pair("link", "the two nodes that the cable joins");
  static final EventEntry NODE = of("node", "the switch or host", Shape::node);
  static final EventEntry PORT = of("port", "number of the node's port; if omitted, all its ports",
      () -> Shape.whole(1, Integer.MAX_VALUE));
  static final EventEntry PRIORITY = of("priority", "the paused priority; if omitted, 3",
      () -> Shape.whole(1, Packet.PRIORITIES - 1));
  static final EventEntry BUFFER = of("buffer", "buffer of a NIC; if omitted, 1MB", () -> Shape.SIZE);
  static final EventEntry FACTOR = of("factor", "factor by which computations take longer", Shape::aboveZero);
  static final EventEntry UNTIL = of("until", "end of the event; without until or for, the event does not end", () -> Shape.TIME);
  static final EventEntry FOR = of("for", "duration, as an alternative to until", () -> Shape.TIME);
  static final EventEntry DIRECTION = pair("direction", "the event affects only the direction from the first node to the second");
  static final EventEntry RATE = of("rate",
      "rate below the cable rate, at which ports send, or at which a slow-receiver takes frames", () -> Shape.RATE);
  static final EventEntry ANNOUNCED = of("announced",
      "whether the link has negotiated the lower rate, so that telemetry, ECN thresholds and hosts use it; if omitted, false",
      () -> Shape.FLAG);
  static final EventEntry LOSS = of("loss", "share of packets that are lost", Shape::fraction);
  static final EventEntry BER = of("ber", "share of wrong bits; a packet with a wrong bit is lost", Shape::fraction);
  static final EventEntry PERIOD = of("period", "time from one failure to the next", () -> Shape.TIME);
  static final EventEntry DUTY = of("duty", "share of each period during which the cables are down", Shape::fraction);
  static final EventEntry COUNT = of("count", "number of failures, as an alternative to until or for",
      () -> Shape.whole(1, LinkFlapping.MOST_CHANGES / 2));
  /** Keys for the end of an event; an event has at most one of them. */
  static final List<EventEntry> END = List.of(UNTIL, FOR);

  private static EventEntry of(String name, String meaning, Supplier<Shape> shape) {
    return new EventEntry(name, meaning, shape, Layout.VALUE);
  }

  private static EventEntry pair(String name, String meaning) {
    return new EventEntry(name, meaning, () -> Shape.tuple(Shape.node(), 2), new Layout.Value(1));
  }

  /** Returns the form of the value, with its meaning. Several values make it vary in a sweep. */
  Shape described() {
    return shape.get().orSweep().described(meaning);
  }
}
