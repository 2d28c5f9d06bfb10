package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.csig.CsigLocator;
import dev.inflight.telemetry.format.csig.CsigTag;
import dev.inflight.telemetry.format.hpcc.NativeRecord;
import dev.inflight.telemetry.format.pint.PintFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Formats behave the same with and without a network; identity of links in a tag. */
class InNetworkTest {
  private static final long GBPS = 1_000_000_000L;
  private static final NetworkFacts DOMAIN = new NetworkFacts((node, port) -> 100 * GBPS, 10_000_000, 5);

  @ParameterizedTest
  @FieldSource("dev.inflight.telemetry.format.Formats#ALL")
  void codecReturnsItsFormatAndExpressibleRates(TelemetryFormat format) {
    assertThat(format.in(DOMAIN).format()).isSameAs(format);
    assertThat(format.isMeasurable()).isTrue();
    for (long rate : new long[] {1, 10 * GBPS, 25 * GBPS, 33 * GBPS, 100 * GBPS, 400 * GBPS, 800 * GBPS, 1600 * GBPS}) {
      assertThat(format.canExpress(rate)).as("%d b/s, and it knows %s", rate, format.expressibleRates())
          .isEqualTo(format.expressibleRates().equals("any")
              || (", " + format.expressibleRates().replace(" Gbps", ",")).contains(" " + rate / GBPS + ",") && rate >= GBPS);
    }
  }

  @ParameterizedTest
  @FieldSource("dev.inflight.telemetry.format.Formats#ALL")
  void formatIsTheCodecOfAnUnknownNetwork(TelemetryFormat format) {
    TelemetryCodec codec = format.in(NetworkFacts.UNKNOWN);
    assertThat(format.maxHops()).isEqualTo(codec.maxHops());
    assertThat(format.sizeBytes(2)).isEqualTo(codec.sizeBytes(2));
    assertThat(format.bufferBytes(7)).isEqualTo(codec.bufferBytes(7));
  }

  @ParameterizedTest
  @EnumSource(CsigTag.class)
  void locatorNamesExactlyTheRatesWithACode(CsigTag tag) {
    for (int rate : new int[] {1, 10, 25, 40, 50, 100, 200, 400, 800}) {
      long told = CsigLocator.rate(tag, CsigLocator.of(tag, new EgressLink(7, 3, rate * GBPS)));
      assertThat(told).as("%d Gb/s", rate).isEqualTo(NativeRecord.RATES.code(rate * GBPS) < 0 ? 0 : rate * GBPS);
    }
    assertThat(CsigLocator.rate(tag, CsigLocator.of(tag, new EgressLink(7, 3, 33 * GBPS)))).as("without a code").isZero();
  }

  @Test
  void theWideLocatorNamesTheSwitch() {
    for (int node : new int[] {0, 1, 4095, 4096 + 17}) {
      assertThat(CsigLocator.of(CsigTag.WIDE, new EgressLink(node, 9, 100 * GBPS)) & 0xFFF).isEqualTo(node % 4096);
    }
  }

  @Test
  void theCompactLocatorSpreadsSwitchesAndPorts() {
    int[] bySwitch = new int[8];
    int[] byPort = new int[8];
    for (int n = 0; n < 800; n++) {
      bySwitch[CsigLocator.of(CsigTag.COMPACT, new EgressLink(n, 1, 100 * GBPS)) & 7]++;
      byPort[CsigLocator.of(CsigTag.COMPACT, new EgressLink(1, n, 100 * GBPS)) & 7]++;
    }
    for (int value = 0; value < 8; value++) {
      assertThat(bySwitch[value]).isBetween(80, 120);
      assertThat(byPort[value]).isBetween(80, 120);
    }
  }

  @Test
  void pintCodesReachEightBandwidthDelayProducts() {
    // One byte: code 255 is 2^-10 * base^253, which is 8 for a base of 2^(13/253) = 1.03626.
    assertThat(new PintFormat(64794, 1, 1.0363, 0).logBase()).isEqualTo(1.0363);
    assertThatThrownBy(() -> new PintFormat(64794, 1, 1.0362, 0))
        .hasMessageStartingWith("logBase 1.0362 is too small for 1 byte");
    assertThat(new PintFormat(64794, 1, 2, 0).logBase()).isEqualTo(2);
    assertThatThrownBy(() -> new PintFormat(64794, 1, 2.0001, 0))
        .hasMessage("logBase must be above 1 and at most 2, found 2.0001");
    assertThatThrownBy(() -> new PintFormat(64794, 1, 1, 0)).hasMessage("logBase must be above 1 and at most 2, found 1.0");
  }
}
