package dev.inflight.sim.parts;

import dev.inflight.net.event.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The outboxes between parts: one for each pair of a sending and a receiving part. */
final class Outboxes {
  private final List<Map<Integer, Outbox>> byReceiver; // of each sender
  private final List<List<Outbox>> from; // of each sender
  private final List<List<Outbox>> to; // of each receiver

  Outboxes(int parts) {
    byReceiver = IntStream.range(0, parts).<Map<Integer, Outbox>>mapToObj(part -> new HashMap<>()).toList();
    from = IntStream.range(0, parts).<List<Outbox>>mapToObj(part -> new ArrayList<>()).toList();
    to = IntStream.range(0, parts).<List<Outbox>>mapToObj(part -> new ArrayList<>()).toList();
  }

  /** Outbox of packets from one part to another. */
  EventLoop way(int sender, int receiver) {
    return byReceiver.get(sender).computeIfAbsent(receiver, part -> {
      var box = new Outbox();
      from.get(sender).add(box);
      to.get(receiver).add(box);
      return box;
    });
  }

  /** Starts a step for a part: it sends into the other halves, and receives the packets of the step before. */
  void turn(int part, int step, EventLoop loop) {
    List<Outbox> sent = from.get(part);
    for (int at = 0; at < sent.size(); at++) { // no iterators: this runs for each window
      sent.get(at).turn(step);
    }
    List<Outbox> received = to.get(part);
    for (int at = 0; at < received.size(); at++) {
      received.get(at).deliver(step, loop);
    }
  }

  /** Earliest arrival of the packets that a part has sent in the step, in picoseconds; {@link Long#MAX_VALUE} without any. */
  long earliestPs(int part) {
    long earliest = Long.MAX_VALUE;
    List<Outbox> sent = from.get(part);
    for (int at = 0; at < sent.size(); at++) {
      earliest = Math.min(earliest, sent.get(at).earliestPs());
    }
    return earliest;
  }
}
