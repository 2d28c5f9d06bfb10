package dev.inflight.lab.scenario.event;

import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.net.link.Packet;
import java.util.List;
import java.util.function.Supplier;

/**
 * A key of an entry of {@code events}.
 *
 * @param name the key
 * @param meaning its meaning in one sentence, without a full stop
 * @param shape the form of its value in the JSON Schema
 * @param layout the places of its value
 */
record EventEntry(String name, String meaning, Supplier<Shape> shape, Layout layout) {
  static final EventEntry AT = of("at", "start of the event", () -> Shape.TIME);
  static final EventEntry STATE = of("state", "what happens", () -> Shape.TEXT);
  static final EventEntry LINK = pair("link", "the two nodes that the cable joins");
  static final EventEntry NODE = of("node", "the switch or host", Shape::node);
  static final EventEntry PORT = of("port", "the number of the node's port; without it, all its ports",
      () -> Shape.whole(1, Integer.MAX_VALUE));
  static final EventEntry PRIORITY = of("priority", "the priority that is paused; 3 without it",
      () -> Shape.whole(1, Packet.PRIORITIES - 1));
  static final EventEntry BUFFER = of("buffer", "bytes that may wait in a NIC; 1MB without it", () -> Shape.SIZE);
  static final EventEntry FACTOR = of("factor", "factor by which computations take longer", Shape::aboveZero);
  static final EventEntry UNTIL = of("until", "when it ends; without it, and without for, it does not", () -> Shape.TIME);
  static final EventEntry FOR = of("for", "duration, instead of until", () -> Shape.TIME);
  static final EventEntry DIRECTION = pair("direction", "only what the first of these two nodes sends to the second");
  static final EventEntry RATE = of("rate", "at which the ports send, below that of the cables, or at which a host takes frames",
      () -> Shape.RATE);
  static final EventEntry ANNOUNCED = of("announced",
      "whether the link was trained down, so that telemetry, ECN thresholds and hosts go by the rate; false without it",
      () -> Shape.FLAG);
  static final EventEntry LOSS = of("loss", "the share of packets that is lost", Shape::fraction);
  static final EventEntry BER = of("ber", "the share of bits that are wrong; a packet with a wrong bit is lost", Shape::fraction);
  static final EventEntry PERIOD = of("period", "time from one failure to the next", () -> Shape.TIME);
  static final EventEntry DUTY = of("duty", "the share of each period in which the cables are down", Shape::fraction);
  static final EventEntry COUNT = of("count", "number of failures, instead of until or for",
      () -> Shape.whole(1, LinkFlapping.MOST_CHANGES / 2));
  /** Entries for the end of an event: an event has one of them, or none. */
  static final List<EventEntry> END = List.of(UNTIL, FOR);

  private static EventEntry of(String name, String meaning, Supplier<Shape> shape) {
    return new EventEntry(name, meaning, shape, Layout.VALUE);
  }

  private static EventEntry pair(String name, String meaning) {
    return new EventEntry(name, meaning, () -> Shape.tuple(Shape.node(), 2), new Layout.Value(1));
  }

  /** Returns the form of the entry, with its meaning: several values make it vary in a sweep. */
  Shape described() {
    return shape.get().orSweep().described(meaning);
  }
}
