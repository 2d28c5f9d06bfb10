package dev.inflight.telemetry.format.csig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The compact tag of draft-miao-ccwg-hpcc-info-04 Figure 4, bit by bit. */
class CsigFormatTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final long GBPS = 1_000_000_000L;
  private static final long US = 1_000_000;
  private static final EgressLink LINK = new EgressLink(7, 3, 100 * GBPS);
  private static final TelemetryCodec FORMAT = inNetwork(CsigFormat.DEFAULT);

  private static TelemetryCodec inNetwork(CsigFormat format) {
    return format.in(new NetworkFacts(LinkRates.NONE, 10 * US, 5));
  }

  private static CsigFormat with(CsigSignal utilization, CsigSignal queueing) {
    CsigFormat d = CsigFormat.DEFAULT;
    return new CsigFormat(0x9900, utilization, queueing, 0, d.abwMbitPerSec(), d.abwRatioPercent(), d.pdNs(), d.nqdNs());
  }

  private static CsigFormat withRatios(String abwRatioPercent) {
    CsigFormat d = CsigFormat.DEFAULT;
    return new CsigFormat(0x9900, CsigSignal.ABW_RATIO, CsigSignal.NQD, 0, d.abwMbitPerSec(), abwRatioPercent, d.pdNs(),
        d.nqdNs());
  }

  private static Hops read(TelemetryCodec format, String hex) {
    byte[] bytes = HEX.parseHex(hex);
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(format.describe(bytes, 0, bytes.length).outcome()).isEqualTo(DecodeStatus.READ);
    return hops;
  }

  private static String stamped(TelemetryCodec.Stamper stamper, String hex, PortSnapshot snapshot) {
    byte[] bytes = HEX.parseHex(hex);
    assertThat(stamper.stamp(bytes, 0, bytes.length, bytes.length, snapshot)).isZero();
    return HEX.formatHex(bytes);
  }

  /** Stamper of a port with this utilization in the last interval, which ends at 10 us. */
  private static TelemetryCodec.Stamper used(TelemetryCodec format, EgressLink link, double utilization) {
    var stamper = format.stamper(link);
    stamper.stamp(new byte[0], 0, 0, 0, new PortSnapshot().at(0, 0, 0));
    stamper.stamp(new byte[0], 0, 0, 0, new PortSnapshot().at(10 * US, sentAfter10Us(link, utilization), 0));
    return stamper;
  }

  private static long sentAfter10Us(EgressLink link, double utilization) {
    return Math.round(utilization * link.rateBitsPerSec() / 8e5);
  }

  private static PortSnapshot at10Us(EgressLink link, double utilization, long queueBytes) {
    return new PortSnapshot().at(10 * US, sentAfter10Us(link, utilization), queueBytes);
  }

  @Test
  void readsTagsOfOtherImplementations() {
    Hops first = read(FORMAT, "99002b85"); // T1 S23 LM5
    assertThat(first.answered()).isEqualTo(PathQuery.UTILIZATION);
    assertThat(first.answer()).isCloseTo(1 - 0.35, within(1e-12)); // the range from 35 to 40 %
    assertThat(first.pathId()).isEqualTo(5);
    assertThat(first.count()).isZero();
    assertThat(first.hasClock()).isFalse();
    Hops second = read(FORMAT, "99002842"); // T1 S16 LM66
    assertThat(second.answer()).isCloseTo(1 - 0.16, within(1e-12));
    assertThat(second.pathId()).isEqualTo(66);
    assertThat(FORMAT.describe(HEX.parseHex("99002842"), 0, 4).header().stream().map(field -> field.name() + "=" + field.value()))
        .containsExactly("tpid=0x9900", "t=1", "reserved=false", "s=16", "lm=66", "rateBitsPerSec=1600000000000",
            "utilizationPpm=840000");
  }

  @Test
  void tagStartsWithTheValueThatAnyHopReplaces() {
    byte[] bytes = new byte[6];
    Arrays.fill(bytes, (byte) 0xA5);
    assertThat(FORMAT.begin(bytes, 1, PathQuery.UTILIZATION)).isEqualTo(4);
    assertThat(HEX.formatHex(bytes)).isEqualTo("a599002fffa5"); // T1 R0 S31 LM127
    FORMAT.begin(bytes, 1, PathQuery.QUEUEING);
    assertThat(HEX.formatHex(bytes)).isEqualTo("a59900607fa5"); // T3 R0 S0 LM127
    CsigFormat.DEFAULT.begin(bytes, 1, PathQuery.UTILIZATION);
    assertThat(HEX.formatHex(bytes)).isEqualTo("a599002fffa5");
    inNetwork(with(CsigSignal.ABW, CsigSignal.PD)).begin(bytes, 1, PathQuery.UTILIZATION);
    assertThat(HEX.formatHex(bytes)).isEqualTo("a599000fffa5");
    inNetwork(with(CsigSignal.ABW, CsigSignal.PD)).begin(bytes, 1, PathQuery.QUEUEING);
    assertThat(HEX.formatHex(bytes)).isEqualTo("a59900407fa5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99002fff", "99000fff", "9900607f", "9900407f", "990060ff", "99003805", "99006000", "99007005"})
  void tagNotSeenByAllSwitchesIsNoIdlePath(String hex) {
    Hops hops = read(FORMAT, hex);
    boolean answered = hex.equals("99006000");
    assertThat(hops.answered()).isEqualTo(answered ? PathQuery.QUEUEING : null);
    assertThat(hops.count()).isZero();
    assertThat(hops.cutOff()).isEqualTo(hex.equals("99003805") || hex.equals("99007005")); // R
  }

  @Test
  void aHopWritesItsOwnValueAndLocator() {
    // 100G is code 4; 72.5 % used leaves 27.5 %, in the range from 25 to 30, the 21st after the one below 1 %
    String tag = stamped(used(FORMAT, LINK, 0.725), "99002fff", at10Us(LINK, 0.725, 0));
    int word = Integer.parseInt(tag.substring(4), 16);
    assertThat(tag).startsWith("9900");
    assertThat(word >>> 7).isEqualTo(0b001_0_10101);
    assertThat(word >>> 3 & 0xF).isEqualTo(4);
    assertThat(read(FORMAT, tag).answer()).isCloseTo(0.75, within(1e-12));
    // 1,250 bytes at 100G are 100 ns, 12,500 bytes 1 us, in the range from 858 to 1170
    String queue = stamped(FORMAT.stamper(LINK), "9900607f", at10Us(LINK, 0, 12_500));
    assertThat(Integer.parseInt(queue.substring(4), 16) >>> 7).isEqualTo(0b011_0_01000);
    assertThat(read(FORMAT, queue).answered()).isEqualTo(PathQuery.QUEUEING);
    assertThat(read(FORMAT, queue).answer()).isCloseTo(1_170_000, within(1e-6));
  }

  @Test
  void theWorseValueStaysAndTiesKeepTheFirst() {
    String tag = "99002fff";
    double[] used = {0.5, 0.97, 0.3, 0.97};
    String[] after = new String[4];
    for (int hop = 0; hop < 4; hop++) {
      var link = new EgressLink(hop + 1, 1, 100 * GBPS);
      tag = stamped(used(FORMAT, link, used[hop]), tag, at10Us(link, used[hop], 0));
      after[hop] = tag;
    }
    assertThat(after[1]).isNotEqualTo(after[0]);
    assertThat(after[2]).isEqualTo(after[1]);
    assertThat(after[3]).isEqualTo(after[1]);
    assertThat(read(FORMAT, tag).answer()).isCloseTo(0.97, within(0.0101));
    String queue = stamped(FORMAT.stamper(LINK), "9900607f", at10Us(LINK, 0, 100_000));
    assertThat(stamped(FORMAT.stamper(LINK), queue, at10Us(LINK, 0, 50_000))).isEqualTo(queue);
    assertThat(stamped(FORMAT.stamper(LINK), queue, at10Us(LINK, 0, 200_000))).isNotEqualTo(queue);
  }

  @Test
  void theFirstSwitchAnswersEvenIfItIsIdle() {
    Hops queue = read(FORMAT, stamped(FORMAT.stamper(LINK), "9900607f", at10Us(LINK, 0, 0)));
    assertThat(queue.answered()).isEqualTo(PathQuery.QUEUEING);
    assertThat(queue.answer()).isZero();
    Hops idle = read(FORMAT, stamped(FORMAT.stamper(LINK), "99002fff", at10Us(LINK, 0, 0)));
    assertThat(idle.answered()).isEqualTo(PathQuery.UTILIZATION);
    assertThat(idle.answer()).isCloseTo(0.05, within(1e-12)); // above the last threshold
  }

  @ParameterizedTest
  @ValueSource(strings = {"99008fff", "9900efff", "99003fff", "99012fff", "9900ff"})
  void anUnknownSignalAReservedBitAndOtherTagsStay(String hex) {
    assertThat(stamped(FORMAT.stamper(LINK), hex, at10Us(LINK, 0, 1000))).isEqualTo(hex);
  }

  @Test
  void distinguishesUnreadableTags() {
    var hops = new Hops(1);
    assertThat(FORMAT.read(HEX.parseHex("99008005"), 0, 4, hops)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(FORMAT.read(HEX.parseHex("81002b85"), 0, 4, hops)).isEqualTo(DecodeStatus.UNSUPPORTED);
    for (int length = 0; length < 4; length++) {
      assertThat(FORMAT.read(new byte[length], 0, length, hops)).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(FORMAT.describe(new byte[length], 0, length).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
    }
    assertThat(CsigFormat.DEFAULT.read(HEX.parseHex("99002b85"), 0, 4, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(CsigFormat.DEFAULT.describe(HEX.parseHex("99002b85"), 0, 4).outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(hops.answered()).isEqualTo(PathQuery.UTILIZATION);
  }

  @ParameterizedTest
  @CsvSource({"0.0", "0.2", "0.5", "0.8", "0.9", "0.951", "0.999", "1.0"})
  void utilizationIsNeverUnderestimated(double utilization) {
    double ratio = read(FORMAT, stamped(used(FORMAT, LINK, utilization), "99002fff", at10Us(LINK, utilization, 0))).answer();
    assertThat(ratio - utilization).isBetween(-1e-9, utilization >= 0.8 ? 0.0101 : 0.1001);
    TelemetryCodec abw = inNetwork(with(CsigSignal.ABW, CsigSignal.NQD));
    double absolute = read(abw, stamped(used(abw, LINK, utilization), "99000fff", at10Us(LINK, utilization, 0))).answer();
    assertThat(absolute - utilization).isBetween(-1e-9, 0.21);
  }

  @Test
  void delaysAreNeverUnderestimatedExceptAsZero() {
    var random = new SplittableRandom(1);
    TelemetryCodec format = inNetwork(with(CsigSignal.ABW_RATIO, CsigSignal.PD));
    var stamper = format.stamper(LINK);
    for (int round = 0; round < 1000; round++) {
      long delayPs = random.nextLong(1L << random.nextInt(10, 30));
      PortSnapshot snapshot = new PortSnapshot().at(1L << 40, 0, 0);
      snapshot.arrivedPs = (1L << 40) - delayPs;
      double answer = read(format, stamped(stamper, "9900407f", snapshot)).answer();
      if (delayPs < 100_000) {
        assertThat(answer).isZero();
      } else {
        assertThat(answer).isBetween((double) delayPs, Math.max(delayPs * 1.5, 1e9));
      }
    }
    PortSnapshot forever = new PortSnapshot().at(1L << 60, 0, 0);
    assertThat(read(format, stamped(stamper, "9900407f", forever)).answer()).isEqualTo(1e9); // the last threshold
  }

  @Test
  void absoluteBandwidthNeedsALocatorRate() {
    CsigFormat abw = with(CsigSignal.ABW, CsigSignal.NQD);
    assertThat(abw.canExpress(30 * GBPS)).isFalse();
    assertThatThrownBy(() -> abw.stamper(new EgressLink(1, 1, 30 * GBPS)))
        .hasMessage("format csig has no code for 30000000000 b/s, only for " + abw.expressibleRates());
    assertThat(CsigFormat.DEFAULT.canExpress(30 * GBPS)).isTrue();
    assertThat(CsigFormat.DEFAULT.expressibleRates()).isEqualTo("any");
    var other = new EgressLink(1, 1, 30 * GBPS);
    String tag = stamped(FORMAT.stamper(other), "99000fff", at10Us(other, 0, 0));
    assertThat(Integer.parseInt(tag.substring(4), 16) >>> 3 & 0xF).isEqualTo(14);
    assertThat(read(FORMAT, tag).answered()).isNull();
  }

  @Test
  void switchesNeverWriteTheEmptyLocator() {
    for (int node = 0; node < 1000; node++) {
      for (long rate : new long[] {1, 10, 30, 800, 1600}) {
        assertThat(CsigLocator.of(CsigTag.COMPACT, new EgressLink(node, node % 64, rate * GBPS))).isBetween(0, 126);
        assertThat(CsigLocator.of(CsigTag.WIDE, new EgressLink(node, node % 64, rate * GBPS))).isBetween(0, 65534);
      }
    }
  }

  @Test
  void acceptsFewerRangesAndRejectsInvalidOnes() {
    TelemetryCodec seven = inNetwork(withRatios("5, 10, 25, 40, 55, 70, 85"));
    assertThat(read(seven, "99002b85").answer()).as("a range that is not there").isCloseTo(0.15, within(1e-12));
    assertThat(read(seven, stamped(used(seven, LINK, 0.5), "99002fff", at10Us(LINK, 0.5, 0))).answer()).isCloseTo(0.6,
        within(1e-12));
    assertThatThrownBy(() -> withRatios("5 5")).hasMessage(
        "abwRatioPercent: thresholds must be above 0 and ascending, found 5");
    assertThatThrownBy(() -> withRatios("0 5")).hasMessageContaining("found 0");
    assertThatThrownBy(() -> withRatios("1 x")).hasMessage("abwRatioPercent: 'x' is not a number");
    assertThatThrownBy(() -> withRatios("")).hasMessage("abwRatioPercent: '' is not a number");
    assertThatThrownBy(() -> withRatios("1 ".repeat(32))).hasMessageContaining("has 32 thresholds");
    assertThatThrownBy(() -> with(CsigSignal.PD, CsigSignal.NQD)).hasMessageContaining("PD does not report utilization");
    assertThatThrownBy(() -> with(CsigSignal.ABW, CsigSignal.ABW)).hasMessageContaining("ABW does not report queueing");
  }

  @Test
  void meterIntervalDefaultsToTheNetworksBaseRtt() {
    CsigFormat d = CsigFormat.DEFAULT;
    var longer = new CsigFormat(0x9900, d.utilization(), d.queueing(), 40 * US, d.abwMbitPerSec(), d.abwRatioPercent(), d.pdNs(),
        d.nqdNs());
    String[] tags = new String[2];
    for (TelemetryCodec format : new TelemetryCodec[] {inNetwork(d), inNetwork(longer)}) {
      var stamper = used(format, LINK, 0);
      stamped(stamper, "", new PortSnapshot().at(20 * US, 0, 0));
      stamped(stamper, "", new PortSnapshot().at(40 * US, 0, 0));
      tags[format.format().toString().contains("intervalPs=0") ? 0 : 1] = stamped(stamper, "99002fff",
          new PortSnapshot().at(50 * US, sentAfter10Us(LINK, 1), 0));
    }
    assertThat(read(FORMAT, tags[0]).answer()).as("over the last 10 us").isEqualTo(1);
    assertThat(read(FORMAT, tags[1]).answer()).as("over the 40 us before").isCloseTo(0.05, within(1e-12));
  }

  @Test
  void sizesAreThoseOfTheTag() {
    assertThat(FORMAT.sizeBytes(0)).isEqualTo(4).isEqualTo(FORMAT.sizeBytes(200));
    assertThat(FORMAT.format().lengthBytes(new byte[0], 0, 0)).isEqualTo(4);
    assertThat(FORMAT.maxHops()).isEqualTo(255);
    assertThat(FORMAT.format().bottleneckOnly()).isTrue();
  }

  @Test
  void onlyAvailableBandwidthNeedsALocatorRate() {
    for (TelemetryCodec format : new TelemetryCodec[] {with(CsigSignal.ABW, CsigSignal.NQD),
        inNetwork(with(CsigSignal.ABW, CsigSignal.NQD))}) {
      for (long gbps : new long[] {1, 10, 100, 1600}) {
        assertThat(format.format().canExpress(gbps * GBPS)).as("%dG", gbps).isTrue();
      }
      assertThat(format.format().canExpress(3200 * GBPS)).isFalse();
      assertThat(format.format().canExpress(12_345)).isFalse();
    }
    assertThat(FORMAT.format().canExpress(12_345)).isTrue();
  }

  @Test
  void unmeasuredValuesAreUnavailable() {
    byte[] idle = HEX.parseHex(stamped(used(FORMAT, LINK, 0), HEX.formatHex(begun(PathQuery.UTILIZATION)), at10Us(LINK, 0, 0)));
    assertThat(FORMAT.describe(idle, 0, 4).header().toString()).contains("utilizationPpm, value=50000]",
        "rateBitsPerSec, value=100000000000]");
    byte[] nobody = begun(PathQuery.UTILIZATION);
    assertThat(FORMAT.describe(nobody, 0, 4).header().toString()).contains("utilizationPpm, value=unavailable]",
        "rateBitsPerSec, value=unavailable]");
  }

  private static byte[] begun(PathQuery question) {
    byte[] bytes = new byte[4];
    FORMAT.begin(bytes, 0, question);
    return bytes;
  }
}
