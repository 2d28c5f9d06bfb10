package dev.inflight.net.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.LinkChoice;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.WindowForm;

import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules of a packet's path that follow from a configuration of hosts. */
class TransportRulesTest {
  private static final TelemetryCodec CODEC = NativeFormat.DEFAULT;

  private static final ReceiverControls CONTROLS = new ReceiverControls() {
    @Override
    public PathFacts path(Flow flow) {
      throw new AssertionError("no flow arrives");
    }

    @Override
    public CongestionControl start(Flow flow, PathFacts path) {
      throw new AssertionError("no flow arrives");
    }

    @Override
    public LinkChoice choice(Flow flow) {
      throw new AssertionError("no flow arrives");
    }
  };

  private static TransportRules rules(@Nullable TelemetryCodec codec, TelemetryPackets carrier, FeedbackPath back,
      Recovery recovery) {
    boolean atReceiver = back instanceof ByWindows || back.choosesLink() || back.countsFlows();
    var inBand = new InBand(codec, 4, null, 0, carrier, back, atReceiver ? CONTROLS : null, NoSwitchFeedback.DEFAULT,
        OnePath.DEFAULT, NoValidation.DEFAULT);
    return new TransportRules(new HostConfig(new Packets(Framing.ROCEV2, SerializationTime.EXACT, 1000), inBand, Acks.EACH,
        new Sending(true, 1_000_000_000, recovery, UnlimitedNic.DEFAULT)));
  }

  private static TransportRules of(TelemetryPackets carrier, FeedbackPath back) {
    return rules(CODEC, carrier, back, GoBackN.DEFAULT);
  }

  @Test
  void onlyCarriersOnDataHaveADataFormat() {
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).dataFormat).isSameAs(CODEC);
    assertThat(of(Probes.DEFAULT, ByNotifications.DEFAULT).dataFormat).isNull();
    assertThat(of(Probes.DEFAULT, ByNotifications.DEFAULT).format).isSameAs(CODEC);
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).emptyHeaderBytes).isEqualTo(CODEC.sizeBytes(0));
    assertThat(rules(null, EveryDataPacket.DEFAULT, ByAcks.DEFAULT, GoBackN.DEFAULT).emptyHeaderBytes).isZero();
  }

  @Test
  void fewHeadersAreAcknowledgedAtOnceUnlessReceiversDecide() {
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).answersHeaders).isFalse();
    assertThat(of(OneIn.DEFAULT, ByAcks.DEFAULT).answersHeaders).isTrue();
    assertThat(of(OneIn.DEFAULT, ByWindows.DEFAULT).answersHeaders).isFalse();
  }

  @Test
  void receiversDecideOrChooseALinkOrNeither() {
    TransportRules decide = of(EveryDataPacket.DEFAULT, new ByWindows(true, 0.25, WindowForm.DRAFT));
    assertThat(decide.controls).isSameAs(CONTROLS);
    assertThat(decide.choices).isNull();
    assertThat(decide.windows).isEqualTo(new ByWindows(true, 0.25, WindowForm.DRAFT));
    TransportRules choose = of(EveryDataPacket.DEFAULT, ByNotifications.OF_BUSIEST);
    assertThat(choose.controls).isNull();
    assertThat(choose.choices).isSameAs(CONTROLS);
    assertThat(choose.notifies).isTrue();
    assertThat(choose.choosesLink()).isTrue();
    TransportRules count = of(EveryDataPacket.DEFAULT, ByCountedAcks.DEFAULT);
    assertThat(count.counts).isSameAs(CONTROLS);
    assertThat(count.controls).isNull();
    assertThat(count.choices).isNull();
    TransportRules neither = of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT);
    assertThat(neither.counts).isNull();
    assertThat(neither.controls).isNull();
    assertThat(neither.choices).isNull();
    assertThat(neither.notifies || neither.choosesLink()).isFalse();
    assertThat(neither.windows).isNull();
  }

  @Test
  void receiversDecideNothingWithoutTelemetry() {
    assertThat(rules(null, EveryDataPacket.DEFAULT, ByWindows.DEFAULT, GoBackN.DEFAULT).controls).isNull();
    assertThat(rules(null, EveryDataPacket.DEFAULT, ByNotifications.OF_BUSIEST, GoBackN.DEFAULT).choices).isNull();
    assertThat(rules(null, EveryDataPacket.DEFAULT, ByNotifications.OF_BUSIEST, GoBackN.DEFAULT).choosesLink()).isFalse();
  }

  @Test
  void silenceOfSubscribedPacketsMeansEmptyQueues() {
    TransportRules byDscp = of(new Subscribed(0.25, Subscribed.By.DSCP), ByAcks.DEFAULT);
    assertThat(byDscp.emptyIsQuiet && byDscp.answersOnly).isTrue();
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).emptyIsQuiet).isFalse();
  }

  @Test
  void recoveryDecidesTalliesAndTimeoutRestarts() {
    assertThat(rules(CODEC, Probes.DEFAULT, ByNotifications.DEFAULT, Unreliable.DEFAULT).tallies).isTrue();
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).tallies).isFalse();
    assertThat(of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT).anyAnswerCounts).isTrue();
    assertThat(rules(null, EveryDataPacket.DEFAULT, ByAcks.DEFAULT, Tcp.DEFAULT).anyAnswerCounts).isFalse();
  }
}
