package dev.inflight.live.report;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.net.link.Flow;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.StampRule;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.validation.FeedbackValidation;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/**
 * Packets of an endpoint that carry telemetry, packets that return it, and its validation by the sender
 * (draft-miao-rtgwg-hpccplus §6.2, §9.1). Opening an endpoint checks that they fit its other settings.
 *
 * @param packets packets that carry telemetry: data packets, or probes
 * @param feedback packets that return telemetry: acknowledgements or notifications
 * @param validation check of returned telemetry by the sender
 */
public record Reporting(TelemetryPackets packets, FeedbackPath feedback, FeedbackValidation validation) {
  /** Telemetry in every data packet, returned by acknowledgements, without validation. */
  public static final Reporting DEFAULT = new Reporting(EveryDataPacket.DEFAULT, ByAcks.DEFAULT, NoValidation.DEFAULT);

  /** Checks what no endpoint supports. */
  public Reporting {
    require(!packets.needsAnswers(),
        packets.name() + " without headers needs responses of switches, which endpoints do not" + " request; use by=header");
    require(packets.stampRule() == StampRule.ALWAYS,
        packets.name() + " lets switches leave headers empty, and endpoints take empty"
            + " headers for a path without telemetry; use every, one-in, per-rtt(by=sender), subscribed or probes");
    require(!(feedback instanceof ByWindows),
        "receivers do not know the rate of the sender's interface, so they compute no" + " windows; use acks or notifications");
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /**
   * Checks that all settings of an endpoint fit together.
   *
   * @param sealed true if reports are authenticated
   * @param knowsRtt true if the base RTT is configured
   * @throws IllegalArgumentException if they do not
   */
  public void requireFit(Scheme scheme, TelemetryFormat format, boolean sealed, boolean knowsRtt) {
    require(!sealed || packets.ridesOnData(), "an endpoint with keys answers no probes, because its receiver would authenticate"
        + " telemetry that anyone can forge; use telemetry in data packets");
    require(!sealed || packets instanceof EveryDataPacket && !(feedback instanceof ByNotifications),
        "an endpoint with keys needs acknowledgements that all return telemetry, because it carries their authentication code; use"
            + " packets: every, and feedback: acks or acks-with-flows");
    require(validation instanceof NoValidation || sealed, "validation of feedback needs keys");
    require(!feedback.helpsSenders() || knowsRtt, "feedback " + feedback.name() + " needs a base RTT; set it by path");
    boolean measures = scheme.signals().contains(Signal.HOPS);
    require(!measures || !feedback.choosesLink() || scheme.takesOneLink() && !format.bottleneckOnly(),
        "a report of one link needs a scheme that takes one, such as hpcc, and a format with records of hops");
  }

  /** Rules of receivers that choose links or count flows; null if they only return reports. */
  public @Nullable ReceiverControls controls(Scheme scheme, PathFacts path) {
    return feedback.helpsSenders() ? new AtReceiver(scheme, path) : null;
  }

  /** Receivers use the sender's configuration of the path, because it is equal at both ends. */
  private record AtReceiver(Scheme scheme, PathFacts facts) implements ReceiverControls {
    @Override
    public PathFacts path(Flow flow) {
      return facts;
    }

    @Override
    public CongestionControl start(Flow flow, PathFacts path) {
      throw new IllegalStateException("receivers compute no windows");
    }

    @Override
    public LinkChoice choice(Flow flow) {
      return scheme.linkChoice(facts);
    }
  }
}
