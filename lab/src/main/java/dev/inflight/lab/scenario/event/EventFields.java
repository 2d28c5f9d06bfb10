package dev.inflight.lab.scenario.event;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.change.fault.SlowReceive;
import dev.inflight.net.link.Packet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Values of an entry of {@code events}. */
final class EventFields {
  /** Default priority of flows. */
  private static final int USUAL_PRIORITY = 3;
  private final Map<String, YamlNode> entries;
  private final ToIntFunction<YamlNode> nodes;

  /**
   * Creates the values.
   *
   * @param entries values by key
   * @param nodes reads a node's number or name
   */
  EventFields(Map<String, YamlNode> entries, ToIntFunction<YamlNode> nodes) {
    this.entries = entries;
    this.nodes = nodes;
  }

  /** Optional value. */
  @Nullable
  YamlNode find(EventEntry entry) {
    return entries.get(entry.name());
  }

  /** Required value. */
  YamlNode get(EventEntry entry) {
    return Objects.requireNonNull(find(entry));
  }

  /** Start of the event in ps. */
  long atPs() {
    return get(EventEntry.AT).text(Units::time);
  }

  /** End of the event in ps, by {@code until} or {@code for}. */
  long untilPs() {
    YamlNode until = find(EventEntry.UNTIL);
    YamlNode lasts = find(EventEntry.FOR);
    if (until != null && lasts != null) {
      throw lasts.place().error("until and for both set the end of the event; remove one of them");
    }
    if (lasts != null) {
      long endPs = atPs() + time(lasts);
      return endPs < 0 ? FabricEvent.NEVER : endPs; // after the end of time
    }
    if (until == null) {
      return FabricEvent.NEVER;
    }
    long endPs = until.text(Units::time);
    if (endPs <= atPs()) {
      throw until.place().error(
          "the end of the event, " + Units.formatTime(endPs) + ", must be after its start, " + Units.formatTime(atPs()));
    }
    return endPs;
  }

  /** Time above 0 in ps. */
  static long time(YamlNode value) {
    return value.text(word -> {
      long ps = Units.time(word);
      if (ps == 0) {
        throw new IllegalArgumentException(value.what() + " must be above 0, found " + word);
      }
      return ps;
    });
  }

  /** Node of the event. */
  int node() {
    return nodes.applyAsInt(get(EventEntry.NODE));
  }

  /** One port of the node, or all. */
  NodePort place() {
    YamlNode port = find(EventEntry.PORT);
    return new NodePort(node(), port == null ? NodePort.ALL : (int) port.whole(1, Integer.MAX_VALUE));
  }

  /** A priority. */
  int priority() {
    YamlNode priority = find(EventEntry.PRIORITY);
    return priority == null ? USUAL_PRIORITY : (int) priority.whole(1, Packet.PRIORITIES - 1);
  }

  /** Rate in bit/s. */
  long rateBitsPerSec() {
    return get(EventEntry.RATE).text(Units::rate);
  }

  /** Reports whether both ends know the rate. */
  boolean announced() {
    YamlNode announced = find(EventEntry.ANNOUNCED);
    return announced != null && announced.text(word -> EnumNames.bool(announced.what(), word));
  }

  /** Memory of the NIC for waiting packets in bytes. */
  long bufferBytes() {
    YamlNode buffer = find(EventEntry.BUFFER);
    return buffer == null ? SlowReceive.BUFFER_BYTES : buffer.text(word -> {
      long bytes = Units.size(word);
      if (bytes < 1 || bytes > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("buffer " + word + " is outside 1 to " + Integer.MAX_VALUE + " bytes");
      }
      return bytes;
    });
  }

  /** Factor on times. */
  double factor() {
    return get(EventEntry.FACTOR).text(word -> {
      double factor = Units.real("factor", word);
      if (factor <= 0 || factor > SlowCompute.MOST) {
        throw new IllegalArgumentException(
            "factor must be above 0 and at most " + Units.formatReal(SlowCompute.MOST) + ", found " + word);
      }
      return factor;
    });
  }

  /** Ends of the cable, or one direction between them. */
  LinkEnds ends() {
    LinkEnds ends = pair(get(EventEntry.LINK));
    YamlNode direction = find(EventEntry.DIRECTION);
    if (direction == null) {
      return ends;
    }
    LinkEnds way = pair(direction);
    if (!ends.are(way.a(), way.b())) {
      throw direction.place().error("direction must have the two nodes of link, " + ends.a() + " and " + ends.b()
          + ", the sender first, found " + way.a() + " and " + way.b());
    }
    return new LinkEnds(way.a(), way.b(), true);
  }

  /** Loss on the cable. */
  FaultLoss loss() {
    YamlNode loss = find(EventEntry.LOSS);
    YamlNode ber = find(EventEntry.BER);
    if ((loss == null) == (ber == null)) {
      throw new IllegalArgumentException(
          "state lossy needs either loss, the share of lost packets, or ber, the share of wrong bits");
    }
    YamlNode rate = loss == null ? Objects.requireNonNull(ber) : loss;
    return rate.text(
        word -> new FaultLoss(loss == null ? FaultLoss.Kind.BITS : FaultLoss.Kind.PACKETS, Units.fraction(rate.what(), word)));
  }

  /** Repeated failures: a stated number, or as many full periods as end in time. */
  LinkFlapping flapping() {
    long periodPs = time(get(EventEntry.PERIOD));
    double duty = get(EventEntry.DUTY).text(word -> Units.fraction(EventEntry.DUTY.name(), word));
    YamlNode count = find(EventEntry.COUNT);
    long untilPs = untilPs();
    if ((count == null) == (untilPs == FabricEvent.NEVER)) {
      throw new IllegalArgumentException("state flapping needs one of count (the number of failures), until and for");
    }
    long times = count == null ? (untilPs - atPs()) / periodPs : count.whole(1, LinkFlapping.MOST_CHANGES / 2);
    return new LinkFlapping(atPs(), ends(), periodPs, duty, (int) Math.min(times, Integer.MAX_VALUE));
  }

  private LinkEnds pair(YamlNode value) throws InputError {
    List<YamlNode> ends = value.items();
    if (ends.size() != 2) {
      throw value.place().error(value.what() + " must be a list of two nodes, found a list of " + ends.size());
    }
    return new LinkEnds(nodes.applyAsInt(ends.get(0)), nodes.applyAsInt(ends.get(1)));
  }
}
