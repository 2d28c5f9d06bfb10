package dev.inflight.sim.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.measure.SwitchValue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stories with compatible mechanisms of the drafts: every flow finishes, every packet is accounted for, no honest packet is counted as an
 * attack, and neither observation nor division changes results.
 */
@Tag("sweep")
class RandomMechanismsTest {
  private static final int STORIES = 2000;

  static IntStream stories() {
    return IntStream.range(0, STORIES);
  }

  @ParameterizedTest
  @MethodSource("stories")
  void accountsForEveryPacketInAnyKindOfRun(int story) {
    SetupBuilder setup = Mechanisms.of(story);
    String about = Mechanisms.of(setup);
    RecordedRun whole = RecordedRun.whole(setup.build());
    RunResult result = whole.result();
    assertThat(result.flowsFinished()).as(about).isEqualTo(result.flows());
    assertThat(result.of(SwitchValue.PEAK_BUFFER_BYTES)).as(about)
        .isLessThanOrEqualTo(setup.bufferBytes + (setup.trim != null ? 1 << 20 : 0)); // 16 ports
    HostCounters hosts = result.hosts();
    boolean unreliable = setup.recovery instanceof Unreliable;
    if (setup.flows.queuePairs() == 0 && !(unreliable && !setup.events.isEmpty())) {
      // Handshakes and requests are bytes too; and after a link event data may arrive behind the probe that should prove its loss.
      assertThat(hosts.deliveredBytes + hosts.unrecoveredBytes).as(about)
          .isEqualTo(whole.flows().stream().mapToLong(FlowResult::sizeBytes).sum());
      assertThat(hosts.unrecoveredBytes > 0).as(about).isEqualTo(unreliable && result.lost(Packet.Kind.DATA) > 0);
    }
    assertThat(hosts.probes).as(about).isEqualTo(hosts.probesTaken + result.lost(Packet.Kind.PROBE));
    assertThat(hosts.notificationsSent).as(about)
        .isEqualTo(hosts.notifications + result.lost(Packet.Kind.NOTIFICATION) + result.lost(Packet.Kind.TALLY));
    assertThat(hosts.windowsSent).as(about).isEqualTo(hosts.windowUpdates + hosts.creditGrants + result.lost(Packet.Kind.WINDOW));
    assertThat(hosts.pathProbes).as(about)
        .isEqualTo(hosts.pathReports + result.lost(Packet.Kind.PATH_PROBE) + result.lost(Packet.Kind.PATH_REPORT));
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).as(about)
        .isEqualTo(hosts.switchAnswers + result.lost(Packet.Kind.SWITCH_ANSWER) + result.lost(Packet.Kind.SWITCH_ANSWER_AHEAD));
    assertThat(hosts.forgedReports + hosts.replayedReports).as(about).isZero();
    assertThat(RecordedRun.sliced(Mechanisms.of(story).build(), new SplittableRandom(~story)).lines()).as("in slices: " + about)
        .isEqualTo(whole.lines());
    RecordedRun divided = RecordedRun.divided(Mechanisms.of(story).build(), new SplittableRandom(story + 1_000_000_000L));
    assertThat(divided.lines()).as("in parts: " + about).isEqualTo(whole.lines());
  }
}
