package dev.inflight.net.switching;

import dev.inflight.net.switching.queue.QueueLoads;
import dev.inflight.net.switching.scope.QueueStamper;
import dev.inflight.net.switching.stamp.QueueGate;
import dev.inflight.net.switching.stamp.StampGate;
import dev.inflight.net.switching.stamp.StampTimes;
import dev.inflight.net.switching.stamp.TimedGate;
import dev.inflight.net.telemetrypackets.StampRule;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writers of a port's telemetry, and the condition of writing. Classes of flows with the same format share one stamper, which sees all
 * their packets.
 */
public final class Stampers {
  /**
   * Telemetry that the ports of a fabric write.
   *
   * @param formats formats by the class of a packet's flow; null for classes without telemetry
   * @param rule headers that ports write into
   * @param times last time of each flow, common to the ports of a switch; null if the rule does not depend on time
   */
  public record Writing(List<@Nullable TelemetryCodec> formats, StampRule rule, @Nullable StampTimes times) {
    /** Writing of one switch. */
    public Writing(List<@Nullable TelemetryCodec> formats, StampRule rule) {
      this(formats, rule, rule.isTimed() ? new StampTimes(rule.periodPs()) : null);
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

  /** Headers that the port writes into. */
  StampRule rule() {
    return writing.rule;
  }

  /** Decision for each packet; null if the port writes into every header. */
  @Nullable
  StampGate gate() {
    if (writing.times != null) {
      return new TimedGate(writing.times, writing.formats.toArray(TelemetryCodec[]::new));
    }
    return writing.rule.isAlways() ? null : new QueueGate(writing.rule);
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

  /** New ones, by the class of a packet's flow; null for those that carry no telemetry. */
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
