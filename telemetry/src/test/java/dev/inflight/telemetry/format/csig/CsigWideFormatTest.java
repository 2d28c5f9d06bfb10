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
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wide tag, bit by bit. */
class CsigWideFormatTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final long GBPS = 1_000_000_000L;
  private static final long US = 1_000_000;
  private static final EgressLink LINK = new EgressLink(0x5123, 3, 100 * GBPS);
  private static final TelemetryCodec FORMAT = inNetwork(CsigWideFormat.DEFAULT);

  private static TelemetryCodec inNetwork(CsigWideFormat format) {
    return format.in(new NetworkFacts(LinkRates.NONE, 10 * US, 5));
  }

  private static Hops read(TelemetryCodec format, String hex) {
    byte[] bytes = HEX.parseHex(hex);
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    return hops;
  }

  private static String stamped(TelemetryCodec.Stamper stamper, String hex, PortSnapshot snapshot) {
    byte[] bytes = HEX.parseHex(hex);
    assertThat(stamper.stamp(bytes, 0, bytes.length, bytes.length, snapshot)).isZero();
    return HEX.formatHex(bytes);
  }

  @Test
  void tagStartsWithTheValueThatAnyHopReplaces() {
    byte[] bytes = new byte[8];
    assertThat(FORMAT.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(8).isEqualTo(FORMAT.sizeBytes(9));
    assertThat(HEX.formatHex(bytes)).isEqualTo("9901ffff1fffff00"); // LM all ones, T1, S all ones
    CsigWideFormat.DEFAULT.begin(bytes, 0, PathQuery.QUEUEING);
    assertThat(HEX.formatHex(bytes)).isEqualTo("9901ffff30000000");
    assertThat(read(FORMAT, "9901ffff1fffff00").answered()).isNull();
    assertThat(read(FORMAT, "9901ffff30000000").answered()).isNull();
  }

  @Test
  void aHopWritesItsOwnValueAndLocator() {
    // 12,500 bytes at 100G are 1000 ns: 125 steps of 8 ns = 0x7D. 100G is code 4, the node modulo 2^12 is 0x123.
    String tag = stamped(FORMAT.stamper(LINK), "9901ffff30000000", new PortSnapshot().at(0, 0, 12_500));
    assertThat(tag).isEqualTo("9901412330007d00");
    Hops hops = read(FORMAT, tag);
    assertThat(hops.answered()).isEqualTo(PathQuery.QUEUEING);
    assertThat(hops.answer()).isEqualTo(1_008_000); // the step's upper end
    assertThat(hops.pathId()).isEqualTo(0x4123);
    assertThat(FORMAT.describe(HEX.parseHex(tag), 0, 8).header().stream().map(field -> field.name() + "=" + field.value()))
        .containsExactly("tpid=0x9901", "t=3", "reserved=false", "s=125", "lm=16675", "rateBitsPerSec=100000000000",
            "queueingPs=1008000");
    // three quarters used: 0.25 * 2^20 = 0x40000
    var stamper = FORMAT.stamper(LINK);
    stamper.stamp(new byte[0], 0, 0, 0, new PortSnapshot().at(0, 0, 0));
    assertThat(stamped(stamper, "9901ffff1fffff00", new PortSnapshot().at(10 * US, 93_750, 0))).isEqualTo("9901412314000000");
    assertThat(read(FORMAT, "9901412314000000").answer()).isCloseTo(0.75, within(1e-12));
    // 25 Gbit/s in steps of 8 Mbit/s: 3125 = 0xC35
    assertThat(stamped(stamper, "9901ffff0fffff00", new PortSnapshot().at(10 * US, 93_750, 0))).isEqualTo("99014123000c3500");
    assertThat(read(FORMAT, "99014123000c3500").answer()).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void theWorseValueStaysAndTiesKeepTheFirst() {
    String tag = "9901412330007d00";
    assertThat(stamped(FORMAT.stamper(new EgressLink(1, 1, 100 * GBPS)), tag, new PortSnapshot().at(0, 0, 12_500)))
        .isEqualTo(tag);
    assertThat(stamped(FORMAT.stamper(new EgressLink(1, 1, 100 * GBPS)), tag, new PortSnapshot().at(0, 0, 12_600)))
        .isEqualTo("9901400130007e00");
    assertThat(read(FORMAT, stamped(FORMAT.stamper(LINK), "9901ffff30000000", new PortSnapshot().at(0, 0, 0))).answer()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9901ffff40000000", "9901fffff0000000", "9901ffff30000001", "9901ffff30000080", "9900ffff30000000",
      "9901ffff300000"})
  void anUnknownSignalReservedBitsAndOtherTagsStay(String hex) {
    assertThat(stamped(FORMAT.stamper(LINK), hex, new PortSnapshot().at(0, 0, 1000))).isEqualTo(hex);
  }

  @Test
  void reservedBitMarksAnIncompleteAnswer() {
    Hops hops = read(FORMAT, "9901412330007d10");
    assertThat(hops.answered()).isNull();
    assertThat(hops.cutOff()).isTrue();
  }

  @Test
  void valuesBeyondTheScaleAreItsEnds() {
    CsigWideFormat coarse = new CsigWideFormat(0x9901, CsigSignal.ABW, CsigSignal.PD, 0, 1024, 1024, 1024, 128);
    TelemetryCodec format = inNetwork(coarse);
    var random = new SplittableRandom(1);
    var stamper = format.stamper(LINK);
    for (int round = 0; round < 1000; round++) {
      PortSnapshot snapshot = new PortSnapshot().at(1L << 50, 0, 0);
      long delayPs = random.nextLong(1L << random.nextInt(10, 49));
      snapshot.arrivedPs = snapshot.nowPs - delayPs;
      double answer = read(format, stamped(stamper, "9901ffff20000000", snapshot)).answer();
      if (delayPs < 1_152_000) {
        assertThat(answer).as("below base and a step").isZero();
      } else if (delayPs < 134_217_000_000L) {
        assertThat(answer - delayPs).isBetween(0.0, 128_000.0);
      } else {
        assertThat(answer).isEqualTo(1_024_000 + 128_000.0 * ((1 << 20) - 1));
      }
    }
    // 100 Gbit/s free is 96 whole steps of 1024 Mbit/s above the base of 1024: 1024 * 97 = 99,328
    assertThat(read(format, stamped(stamper, "9901ffff0fffff00", new PortSnapshot().at(1L << 50, 0, 0))).answer())
        .isCloseTo(1 - 0.99328, within(1e-9));
  }

  @Test
  void basesAndStepsArePowersOfTwo() {
    CsigSignal abw = CsigSignal.ABW;
    assertThatThrownBy(() -> new CsigWideFormat(0x9901, abw, CsigSignal.NQD, 0, 0, 10, 0, 8))
        .hasMessage("abwStepMbitPerSec 10 is not a power of two");
    assertThatThrownBy(() -> new CsigWideFormat(0x9901, abw, CsigSignal.NQD, 0, 0, 8, 0, 0))
        .hasMessageContaining("delayStepNs 0");
    assertThatThrownBy(() -> new CsigWideFormat(0x9901, abw, CsigSignal.NQD, 0, -8, 8, 0, 8))
        .hasMessageContaining("abwBaseMbitPerSec -8");
    assertThatThrownBy(() -> new CsigWideFormat(0, abw, CsigSignal.NQD, 0, 0, 8, 0, 8)).hasMessageContaining("TPID 0");
    assertThatThrownBy(() -> new CsigWideFormat(0x9901, abw, CsigSignal.NQD, -1, 0, 8, 0, 8)).hasMessageContaining("interval");
    assertThatThrownBy(
        () -> new CsigWideFormat(0x9901, abw, CsigSignal.NQD, 0, 0, 8, 0, 8).stamper(new EgressLink(1, 1, 30 * GBPS)))
        .hasMessageContaining("format csig-wide has no code for 30000000000 b/s");
  }

  @Test
  void distinguishesTruncatedTags() {
    var hops = new Hops(1);
    for (int length = 0; length < 8; length++) {
      assertThat(FORMAT.read(new byte[length], 0, length, hops)).isEqualTo(DecodeStatus.TRUNCATED);
    }
    assertThat(FORMAT.read(HEX.parseHex("9901412340007d00"), 0, 8, hops)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(CsigWideFormat.DEFAULT.read(HEX.parseHex("9901412330007d00"), 0, 8, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(CsigWideFormat.DEFAULT.describe(HEX.parseHex("9901412330007d00"), 0, 8).outcome()).isEqualTo(DecodeStatus.READ);
  }
}
