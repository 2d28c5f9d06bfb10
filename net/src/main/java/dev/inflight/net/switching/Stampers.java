package dev.inflight.net.switching;

import dev.inflight.net.switching.queue.QueueLoads;
import dev.inflight.net.switching.scope.QueueStamper;
import dev.inflight.net.switching.stamp.ClassGate;
import dev.inflight.net.switching.stamp.QueueGate;
import dev.inflight.net.switching.stamp.StampGate;
import dev.inflight.net.switching.stamp.StampTimes;
import dev.inflight.net.switching.stamp.TimedGate;
import dev.inflight.net.telemetrypackets.StampRule;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writers of a port's telemetry, and the condition of writing. Classes of flows with the same format share a stamper, which sees
 * all their packets.
 */
public final class Stampers {
  /**
   * Telemetry that the ports of a fabric write.
   *
   * @param formats formats by the class of a packet's flow; null for classes without telemetry
   * @param rules headers that ports write into, by the same class
   * @param times times of flows' last records by class, shared by the ports of a switch; only for rules that depend on time
   */
  public record Writing(List<@Nullable TelemetryCodec> formats, List<StampRule> rules, Map<StampRule, StampTimes> times) {
    /** Writing of one switch. */
    public Writing(List<@Nullable TelemetryCodec> formats, List<StampRule> rules) {
      this(formats, rules, new HashMap<>());
      for (StampRule rule : rules) {
        if (rule.isTimed() && !times.containsKey(rule)) {
          times.put(rule, new StampTimes(rule.periodPs()));
        }
      }
    }
  }

  private final Writing writing;
  private final @Nullable QueueLoads loads;
  private EgressLink link;

  /**
   * Makes the stampers of a port.
   *
   * @param link the link's description in telemetry
   * @param loads loads of its queues, for records of queues; null for records of the port
   */
  public Stampers(Writing writing, EgressLink link, @Nullable QueueLoads loads) {
    this.writing = writing;
    this.link = link;
    this.loads = loads;
  }

  /** Headers that the port writes into, by class of flows. */
  StampRule rule(int flowClass) {
    return writing.rules.get(flowClass);
  }

  /** Decision per packet; null if the port writes into every header. */
  @Nullable
  StampGate gate() {
    StampRule first = rule(0);
    if (writing.rules.size() == 1) {
      return gate(first); // comparing records costs the first port of a run classes that the JVM makes
    }
    for (StampRule rule : writing.rules) {
      if (!rule.equals(first)) {
        return new ClassGate(writing.rules.stream().map(this::gate).toArray(StampGate[]::new));
      }
    }
    return gate(first);
  }

  private @Nullable StampGate gate(StampRule rule) {
    if (rule.isTimed()) {
      return new TimedGate(Objects.requireNonNull(writing.times.get(rule)), writing.formats.toArray(TelemetryCodec[]::new));
    }
    return rule.isAlways() ? null : new QueueGate(rule);
  }

  /**
   * Sets another rate in stampers that are made from now on.
   *
   * @param rateBitsPerSec rate, in bit/s
   */
  void announce(long rateBitsPerSec) {
    link = new EgressLink(link.node(), link.port(), rateBitsPerSec, link.leaves());
    if (loads != null) {
      loads.runAt(rateBitsPerSec);
    }
  }

  /** New stampers by the class of a packet's flow; null for classes without telemetry. */
  TelemetryCodec.@Nullable Stamper[] make() {
    if (writing.formats.size() == 1) {
      return new TelemetryCodec.@Nullable Stamper[] {stamper(writing.formats.getFirst())};
    }
    var made = new HashMap<TelemetryCodec, TelemetryCodec.@Nullable Stamper>();
    return writing.formats.stream().map(format -> format == null ? null : made.computeIfAbsent(format, this::stamper))
        .toArray(TelemetryCodec.Stamper[]::new);
  }

  private TelemetryCodec.@Nullable Stamper stamper(@Nullable TelemetryCodec format) {
    return format == null ? null : loads == null ? format.stamper(link) : new QueueStamper(format, link, loads);
  }
}
