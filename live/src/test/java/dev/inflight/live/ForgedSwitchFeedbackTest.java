package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A third party that has guessed a connection answers instead of its receiver: with a key, its answers have no effect. */
class ForgedSwitchFeedbackTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long US = 1_000_000;
  private static final long MS = 1000 * US;
  private static final int BYTES = 1 << 20;
  private static final int PACKETS = BYTES / 1024;

  /** Transfer in progress with a receiver that does not answer for a while. */
  private static final class Story {
    final TwoEndpoints two;
    final Connection connection;
    final CompletableFuture<Void> write;
    final byte[] from = new byte[BYTES];
    final byte[] at = new byte[BYTES];
    final EndpointConfig config;

    Story(Scheme scheme, Recovery recovery, @Nullable ReportKeys keys) {
      config = EndpointConfig.of(LEFT).scheme(scheme).recovery(recovery, 20 * MS).path(1_000_000_000L, 200 * US);
      EndpointConfig there = EndpointConfig.of(RIGHT).scheme(scheme).recovery(recovery, 20 * MS).path(1_000_000_000L, 200 * US);
      two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), keys == null ? config : config.seal(keys),
          keys == null ? there : there.seal(keys));
      two.right.listen(ConnectionHandler.NONE);
      new SplittableRandom(4).nextBytes(from);
      Region source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
      Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE);
      connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
      write = connection.write(source, 0, BYTES, target.key(), target.address());
      two.until(() -> sender() != null && sender().ackedBytes() > 5 * 1024);
      two.cable.ends[1].dead = true;
      two.run(400_000);
    }

    Sender sender() {
      return connection.queuePair() == null ? null : connection.queuePair().sender();
    }

    /** All values that answers may change. */
    List<Long> standing() {
      Sender sender = sender();
      return List.of(sender.windowBytes(), sender.control().windowBytes(), sender.control().paceBitsPerSec(), sender.ackedBytes(),
          sender.inflightBytes(), sender.sentBytes(), two.left.counters().acks, two.left.counters().nacks,
          two.left.counters().retransmittedBytes, two.left.counters().dataPackets, two.left.counters().acksWithHops);
    }

    void inject(List<byte[]> frames) {
      for (byte[] frame : frames) {
        two.cable.ends[1].inject(frame, frame.length);
        two.run(2000);
      }
    }

    Forger forger(Forger.Seal seal) {
      return new Forger(Objects.requireNonNull(connection.queuePair()).stream(), config, seal, 1, 2);
    }

    void end() {
      two.cable.ends[1].dead = false;
      two.until(write::isDone);
      assertThat(write).isCompleted();
      assertThat(at).isEqualTo(from);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hpcc selective", "hpcc go-back-n", "swift selective"})
  void forgedAnswersHaveNoEffectWithAKey(String how) {
    Recovery recovery = how.endsWith("selective") ? new Selective(0, 20 * MS, 8) : GoBackN.DEFAULT;
    var story = new Story(how.startsWith("hpcc") ? Hpcc.DEFAULT : Swift.DEFAULT, recovery, new ReportKeys(1, 2));
    List<Long> before = story.standing();
    long unreadable = story.two.left.unreadable();
    long forged = story.two.left.counters().forgedReports;
    story.inject(story.forger(Forger.Seal.WRONG).answers(0, PACKETS, 800));
    story.inject(story.forger(Forger.Seal.NONE).answers(0, PACKETS, 800));
    assertThat(story.standing()).isEqualTo(before);
    long counted = story.two.left.counters().forgedReports - forged;
    assertThat(counted).as("most are readable, and seen to be forged").isGreaterThan(800);
    assertThat(counted + story.two.left.unreadable() - unreadable).as("each is counted").isEqualTo(1600);
    story.end();
  }

  /** Counter-check: without a key, the same frames are effective. */
  @Test
  void forgedAnswersHaveEffectWithoutAKey() {
    var story = new Story(Hpcc.DEFAULT, new Selective(0, 20 * MS, 8), null);
    Forger forger = story.forger(Forger.Seal.NOT_WANTED);
    List<Long> before = story.standing();
    long acked = story.sender().ackedBytes();
    long sent = story.sender().sentBytes();
    story.inject(List.of(forger.frame(Packet.Kind.ACK, sent / 1024)));
    assertThat(story.sender().ackedBytes()).as("what was under way is taken for arrived").isGreaterThan(acked);
    assertThat(story.standing()).isNotEqualTo(before);
    assertThat(story.two.left.counters().acksWithHops).isPositive();
    long window = story.sender().windowBytes();
    var more = new ArrayList<byte[]>();
    for (int n = 1; n <= 20; n++) {
      more.add(forger.frame(Packet.Kind.ACK, sent / 1024 + n));
    }
    story.inject(more);
    assertThat(story.sender().windowBytes()).as("the forged queue").isLessThan(window);
  }
}
