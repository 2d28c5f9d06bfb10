package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.cc.testing.RandomStory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The authors' simulator's DCTCP, computed manually and by a second implementation of its rules: 100 Gb/s, packets of 1000
 * bytes, g = 1/16, 615 Mb/s a step.
 */
class DctcpAuthorsTest {
  static final List<DctcpAuthors> VARIANTS = List.of(DctcpAuthors.DEFAULT, //
      new DctcpAuthors(1.0 / 256, 40_000_000, 1, Window.FOLLOWS_RATE), //
      new DctcpAuthors(0.3, 7_777_777_777L, 1_234_567_891, Window.FIXED));

  private static final long LINE = 100_000_000_000L;

  @Test
  void theFirstMarkHalvesTheRateAndTheRestOfTheRoundTripDoesNot() {
    FlowDriver flow = FlowDriver.of(DctcpAuthors.DEFAULT).send(10).ack(1);
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.marked().ack(1).pace()).isEqualTo(LINE / 2);
    assertThat(flow.marking(true).ack(8).pace()).isEqualTo(LINE / 2);
  }

  @Test
  void alphaIsTheAverageFractionOfMarksPerRoundTrip() {
    FlowDriver flow = FlowDriver.of(DctcpAuthors.DEFAULT).send(10).ack(1).marked().ack(1).ack(8);
    assertThat(flow.send(10).ack(1).pace()).as("the cut is over: a step up").isEqualTo(50_615_000_000L);
    // One mark in a batch of 10 + 1 packets: alpha = 15/16 + 1/16 * 1/11 = 83/88; 50,615,000,000 * (1 - 83/176).
    assertThat(flow.marked().ack(1).pace()).isEqualTo(26_745_426_136L);
  }

  @Test
  void aCutEndsWithTheFirstPacketThatWasSentAfterIt() {
    FlowDriver flow = FlowDriver.of(DctcpAuthors.DEFAULT).send(10).ack(1).send(5).marked().ack(1).send(5);
    assertThat(flow.ack(9).pace()).as("the eleventh of 15 that were sent before it").isEqualTo(LINE / 2);
    assertThat(flow.ack(4).pace()).isEqualTo(LINE / 2);
    flow.send(1).ack(5); // the rest of the round trip that the eleventh started
    assertThat(flow.ack(1).pace()).as("a step up only where a round trip begins").isEqualTo(LINE / 2 + 615_000_000);
  }

  @Test
  void theRateStaysBetweenTheMinimumAndTheLineRate() {
    FlowDriver flow = FlowDriver.of(DctcpAuthors.DEFAULT).marking(true).stream(5000);
    assertThat(flow.pace()).isEqualTo(1_000_000_000);
    assertThat(flow.marking(false).stream(40_000).pace()).isEqualTo(LINE);
  }

  /** Second implementation of the rules. */
  private static final class Rules {
    private final DctcpAuthors parameters;
    private long rate = LINE;
    private double alpha = 1;
    private long lastUpdateSeq;
    private int ecnCount;
    private int batchSize;
    private boolean reducing;
    private long highSeq;

    Rules(DctcpAuthors parameters) {
      this.parameters = parameters;
    }

    void ack(Feedback ack, int payload) {
      ecnCount += ack.ecnMarked ? 1 : 0;
      boolean newBatch = ack.ackedBytes > lastUpdateSeq;
      if (newBatch && lastUpdateSeq == 0) {
        lastUpdateSeq = ack.sentBytes;
        batchSize = (int) (ack.sentBytes / payload) + 1;
      } else if (newBatch) {
        double g = parameters.gain();
        alpha = (1 - g) * alpha + g * Math.min(1.0, (double) ecnCount / batchSize);
        lastUpdateSeq = ack.sentBytes;
        ecnCount = 0;
        batchSize = (int) ((ack.sentBytes - ack.ackedBytes) / payload) + 1;
      }
      if (reducing && ack.ackedBytes > highSeq) {
        reducing = false;
      }
      if (ack.ecnMarked && !reducing) {
        rate = Math.max(parameters.minRateBitsPerSec(), (long) (rate * (1 - alpha / 2)));
        reducing = true;
        highSeq = ack.sentBytes;
      }
      if (!reducing && newBatch) {
        rate = Math.min(LINE, rate + parameters.rateAiBitsPerSec());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void everyRateIsThatOfTheRules(DctcpAuthors scheme) {
    var random = new SplittableRandom(52);
    for (int story = 0; story < 100; story++) {
      FlowDriver flow = FlowDriver.of(scheme).baseRtt(random.nextInt(1, 50) + "us");
      var rules = new Rules(scheme);
      flow.watch(driver -> {
        rules.ack(driver.feedback(), 1000);
        assertThat(driver.pace()).isEqualTo(rules.rate);
      });
      RandomStory.play(flow, random, 200);
    }
  }
}
