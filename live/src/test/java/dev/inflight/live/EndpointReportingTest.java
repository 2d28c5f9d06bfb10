package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.live.report.Reporting;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.wire.frame.FrameForwarder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** HPCC++ choices of endpoints: packets that carry telemetry, packets that return it, and validation. A switch is on the cable. */
class EndpointReportingTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long US = 1_000_000;
  private static final int BYTES = 300_000;
  private static final ReportKeys KEYS = new ReportKeys(1, 2);

  static Stream<Arguments> combinations() {
    var all = new ArrayList<Arguments>();
    for (TelemetryPackets packets : List.of(EveryDataPacket.DEFAULT, new OneIn(4), PerRtt.DEFAULT, Subscribed.DEFAULT,
        Probes.DEFAULT)) {
      for (FeedbackPath feedback : List.of(ByAcks.DEFAULT, ByCountedAcks.DEFAULT, ByNotifications.DEFAULT,
          ByNotifications.OF_BUSIEST)) {
        all.add(Arguments.of(packets, feedback, null, false));
        if (packets instanceof EveryDataPacket && !(feedback instanceof ByNotifications)) {
          all.add(Arguments.of(packets, feedback, KEYS, false));
          all.add(Arguments.of(packets, feedback, KEYS, true));
        }
      }
    }
    return all.stream();
  }

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).path(10_000_000_000L, 50 * US);
  }

  /** Every byte arrives, the scheme stays in use, and its reports come by the chosen packets. */
  @ParameterizedTest
  @MethodSource("combinations")
  void reportsComeByTheChosenPackets(TelemetryPackets packets, FeedbackPath feedback, @Nullable ReportKeys keys, boolean checks) {
    var reporting = new Reporting(packets, feedback, checks ? CheckedFeedback.DEFAULT : NoValidation.DEFAULT);
    EndpointConfig left = keys == null ? config(LEFT) : config(LEFT).seal(keys);
    EndpointConfig right = keys == null ? config(RIGHT) : config(RIGHT).seal(keys);
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), left.reporting(reporting), right.reporting(reporting));
    two.cable.ends[0].hop = new FrameForwarder(NativeFormat.DEFAULT, new EgressLink(7, 1, 10_000_000_000L), true);
    two.right.listen(ConnectionHandler.NONE);
    Region source = two.left.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
    two.until(write::isDone);
    assertThat(write).isCompleted();
    CompletableFuture<ConnectionSnapshot> state = connection.snapshot();
    two.until(state::isDone);
    assertThat(state.join().scheme()).isEqualTo("hpcc");
    HostCounters sender = two.left.counters();
    assertThat(sender.acksWithHops).as("reports of the switch").isPositive();
    boolean probes = packets instanceof Probes;
    assertThat(sender.probes > 0).isEqualTo(probes);
    assertThat(sender.notifications > 0).isEqualTo(probes || feedback instanceof ByNotifications);
    if (!(packets instanceof EveryDataPacket)) {
      assertThat(sender.acksWithHops).isLessThan(sender.acks);
    }
    assertThat(two.left.unreadable() + two.right.unreadable()).isZero();
    assertThat(sender.forgedReports + sender.timeouts).isZero();
  }

  private static void refuses(EndpointConfig config, Reporting reporting, String why) {
    assertThatThrownBy(() -> new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config.reporting(reporting), config(RIGHT)))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  @Test
  void refusesWhatARealNetworkCannotDo() {
    FeedbackPath acks = ByAcks.DEFAULT;
    var none = NoValidation.DEFAULT;
    assertThatThrownBy(() -> new Reporting(new Subscribed(1, Subscribed.By.DSCP), acks, none))
        .hasMessageContaining("use by=header");
    assertThatThrownBy(() -> new Reporting(EveryDataPacket.DEFAULT, ByWindows.DEFAULT, none)).hasMessageContaining("no windows");
    for (TelemetryPackets empty : List.of(OnQueue.DEFAULT, new OnQueue(10_000, OnQueue.ChosenBy.SWITCH),
        new PerRtt(0, PerRtt.ChosenBy.SWITCH))) {
      assertThatThrownBy(() -> new Reporting(empty, acks, none)).hasMessageContaining("path without telemetry");
    }
    refuses(config(LEFT).seal(KEYS), new Reporting(Probes.DEFAULT, acks, none), "answers no probes");
    refuses(config(LEFT).seal(KEYS), new Reporting(new OneIn(4), acks, none), "all return telemetry");
    refuses(config(LEFT).seal(KEYS), new Reporting(EveryDataPacket.DEFAULT, ByNotifications.DEFAULT, none),
        "all return telemetry");
    refuses(config(LEFT), new Reporting(EveryDataPacket.DEFAULT, acks, CheckedFeedback.DEFAULT), "needs keys");
    refuses(config(LEFT).path(1_000_000, 0), new Reporting(EveryDataPacket.DEFAULT, ByCountedAcks.DEFAULT, none),
        "set it by path");
    refuses(config(LEFT).scheme(HpccAlpha.DEFAULT), new Reporting(EveryDataPacket.DEFAULT, ByNotifications.OF_BUSIEST, none),
        "a report of one link");
  }
}
