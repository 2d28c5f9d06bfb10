package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.cc.testing.RandomStory;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** {@link HpccAuthors} and a second computation with 40 digits agree on every acknowledgement of random stories. */
class HpccAuthorsArithmeticTest {
  static final List<HpccAuthors> VARIANTS = List.of(HpccAuthors.DEFAULT, //
      new HpccAuthors(0.95, 5, 50_000_000, 100_000_000, ReactionMode.BOTH, true, true), //
      new HpccAuthors(0.9, 1, 300_000_000, 1_000_000_000, ReactionMode.PER_RTT, false, true), //
      new HpccAuthors(0.95, 0, 40_000_000, 1, ReactionMode.PER_ACK, false, true));

  /** The published pseudocode in decimals. */
  private static final class Decimals {
    private static final MathContext DIGITS = new MathContext(40);
    private static final BigDecimal BITS_PER_BYTE_SECOND = new BigDecimal("8e12"); // 8 bits a byte, 10^12 ps a second
    private static final int MOST_HOPS = 16;

    private final HpccAuthors parameters;
    private final BigDecimal t;
    private final BigDecimal maxBdp;
    private final long lineRate;
    private final long[][] stored = new long[MOST_HOPS][3];
    private BigDecimal u = BigDecimal.ONE;
    private long rate;
    private long curRate;
    private int incStage;
    private long lastUpdateSeq;

    Decimals(HpccAuthors parameters, PathFacts path) {
      this.parameters = parameters;
      t = BigDecimal.valueOf(path.baseRttPs());
      maxBdp = BigDecimal.valueOf(path.bdpBytes());
      lineRate = path.lineRateBitsPerSec();
      rate = lineRate;
      curRate = lineRate;
    }

    void ack(Feedback ack, long clockWrapPs, long bytesWrap) {
      boolean fast = ack.ackedBytes <= lastUpdateSeq;
      if (fast && parameters.react() == ReactionMode.PER_RTT) {
        return;
      }
      boolean queuesOnly = lastUpdateSeq != 0 && fast && parameters.sampleFeedback();
      if (lastUpdateSeq == 0) {
        lastUpdateSeq = ack.sentBytes;
      } else {
        if (measure(ack.hops, clockWrapPs, bytesWrap, queuesOnly)) {
          update(!fast || parameters.react() == ReactionMode.PER_ACK);
        }
        if (!fast && ack.sentBytes > lastUpdateSeq) {
          lastUpdateSeq = ack.sentBytes;
        }
      }
      for (int i = 0; i < ack.hops.count(); i++) {
        if (queuesOnly && ack.hops.queueBytes(i) == 0) {
          continue; // skipped, and not stored either
        }
        stored[i] = new long[] {ack.hops.timePs(i), ack.hops.sentBytes(i), ack.hops.queueBytes(i)};
      }
    }

    private boolean measure(Hops hops, long clockWrapPs, long bytesWrap, boolean queuesOnly) {
      BigDecimal max = BigDecimal.ZERO;
      BigDecimal tau = BigDecimal.ZERO;
      boolean any = false;
      for (int i = 0; i < hops.count(); i++) {
        long dt = Math.floorMod(hops.timePs(i) - stored[i][0], clockWrapPs);
        long bytes = Math.floorMod(hops.sentBytes(i) - stored[i][1], bytesWrap);
        if (dt == 0 || queuesOnly && hops.queueBytes(i) == 0) {
          continue;
        }
        any = true;
        BigDecimal rateOfLink = BigDecimal.valueOf(hops.rateBitsPerSec(i));
        BigDecimal queue = BigDecimal.valueOf(Math.min(hops.queueBytes(i), stored[i][2]));
        BigDecimal busy = BigDecimal.valueOf(bytes).multiply(BITS_PER_BYTE_SECOND).divide(BigDecimal.valueOf(dt), DIGITS)
            .divide(rateOfLink, DIGITS);
        BigDecimal full = queue.multiply(BigDecimal.valueOf(lineRate)).divide(rateOfLink.multiply(maxBdp), DIGITS);
        if (busy.add(full).compareTo(max) > 0) {
          max = busy.add(full);
          tau = BigDecimal.valueOf(dt).min(t);
        }
      }
      u = u.multiply(t.subtract(tau)).add(max.multiply(tau)).divide(t, DIGITS);
      return any;
    }

    private void update(boolean store) {
      BigDecimal load = u.divide(BigDecimal.valueOf(parameters.eta()), DIGITS);
      boolean multiplicative = load.compareTo(BigDecimal.ONE) >= 0 || incStage >= parameters.miThresh();
      BigDecimal base = BigDecimal.valueOf(curRate);
      BigDecimal next = (multiplicative ? base.divide(load, DIGITS) : base).setScale(0, RoundingMode.FLOOR)
          .add(BigDecimal.valueOf(parameters.rateAiBitsPerSec()));
      rate = next.max(BigDecimal.valueOf(parameters.minRateBitsPerSec())).min(BigDecimal.valueOf(lineRate)).longValueExact();
      if (store) {
        curRate = rate;
        incStage = multiplicative ? 0 : incStage + 1;
      }
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void everyRateIsThatOfTheDecimals(HpccAuthors scheme) {
    var random = new SplittableRandom(20);
    var wire = new AuthorsFormat(1);
    for (int story = 0; story < 20; story++) {
      FlowDriver flow = FlowDriver.of(scheme).telemetry(wire).hop("100Gbps").hop("400Gbps").hop("25Gbps");
      var decimals = new Decimals(scheme, flow.facts());
      flow.watch(driver -> {
        decimals.ack(driver.feedback(), 16_777_216_000L, 134_217_728L);
        assertThat((double) driver.pace()).isCloseTo(decimals.rate, within(decimals.rate * 1e-9 + 1));
        assertThat(driver.window()).isEqualTo(floorOfProduct(driver));
      });
      for (int chapter = 0; chapter < 10; chapter++) {
        RandomStory.play(flow, random, 20);
        flow.reroute(random.nextInt(1, 6), "100Gbps");
      }
    }
  }

  private static long floorOfProduct(FlowDriver flow) {
    return BigInteger.valueOf(flow.facts().bdpBytes()).multiply(BigInteger.valueOf(flow.pace()))
        .divide(BigInteger.valueOf(flow.facts().lineRateBitsPerSec())).max(BigInteger.ONE).longValueExact();
  }

  @Test
  void theWindowIsExactEvenWhenTheProductDoesNotFitALong() {
    var random = new SplittableRandom(21);
    for (int story = 0; story < 500; story++) {
      String rate = random.nextLong(1_000_000_000_000L, 9_000_000_000_000L) + "bps"; // up to 9 Tb/s * 1 ms = 1.1 GB
      FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).lineRate(rate).baseRtt(random.nextInt(1, 1000) + "us");
      assertThat(flow.window()).isEqualTo(flow.facts().bdpBytes());
      flow.withQueue(random.nextInt(100_000_000) + "B").every(random.nextInt(1, 20) + "us").send(6);
      for (int ack = 0; ack < 6; ack++) {
        assertThat(flow.ack(1).window()).isEqualTo(floorOfProduct(flow));
      }
    }
  }

  @Test
  void theWindowIsExactWhenTheQuotientIsJustBelowAWholeByte() {
    PathFacts path = PathFacts.of(999_999_999_989L, 800_000_000, 1000); // a prime rate, and 100 MB minus a byte
    BigInteger line = BigInteger.valueOf(path.lineRateBitsPerSec());
    long rate = BigInteger.valueOf(path.bdpBytes()).modInverse(line).negate().mod(line).longValueExact(); // bdp * rate = -1 (mod line)
    var flow = FlowDriver.of(new HpccAuthors(0.95, 0, 0, rate, ReactionMode.BOTH, false, true)).lineRate("999999999989bps")
        .baseRtt("800us");
    flow.withQueue("1000GB").every("800us").send(2).ack(2);
    assertThat(flow.pace()).isEqualTo(rate);
    assertThat(flow.window()).isEqualTo(floorOfProduct(flow));
  }
}
