package dev.inflight.app.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.sim.testing.FormatContract;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of the contract of telemetry formats fails on a format that breaks it, and the message names the violation. */
class BrokenFormatsTest {
  private static final NativeFormat WHOLE = NativeFormat.DEFAULT;

  private static @Nullable Object made;

  /** The native format, but for what breaks a rule. */
  private record Broken(FormatContract rule) implements TelemetryFormat {
    private boolean breaks(FormatContract one) {
      return rule == one;
    }

    @Override
    public String name() {
      return breaks(FormatContract.HAS_A_NAME) ? "Native" : "broken";
    }

    @Override
    public HeaderPlacement placement() {
      return WHOLE.placement();
    }

    @Override
    public int marker() {
      return WHOLE.marker();
    }

    @Override
    public int reflectionCode() {
      return breaks(FormatContract.LIMITS_ARE_SOUND) ? 16 : WHOLE.reflectionCode();
    }

    @Override
    public int maxHops() {
      return WHOLE.maxHops();
    }

    @Override
    public int sizeBytes(int hops) {
      return WHOLE.sizeBytes(hops) + (breaks(FormatContract.SIZES_ARE_TRUE) ? 1 : 0);
    }

    @Override
    public int begin(byte[] bytes, int offset, PathQuery question) {
      if (breaks(FormatContract.PACKETS_ALLOCATE_NOTHING)) {
        made = new byte[16];
        Objects.requireNonNull(made);
      }
      return WHOLE.begin(bytes, offset, question);
    }

    @Override
    public Stamper stamper(EgressLink link) {
      Stamper stamper = WHOLE.stamper(link);
      return !breaks(FormatContract.STAYS_IN_ITS_ROOM) ? stamper : (bytes, offset, length, limit, snapshot) -> {
        bytes[limit] = 1;
        return stamper.stamp(bytes, offset, length, limit, snapshot);
      };
    }

    @Override
    public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
      DecodeStatus status = WHOLE.read(bytes, offset, length, into);
      if (breaks(FormatContract.HOPS_ARE_READ)) {
        into.clear(1L << 32, 1L << 32);
      }
      if (breaks(FormatContract.READS_ANY_BYTES) && status != DecodeStatus.READ) {
        throw new ArrayIndexOutOfBoundsException(length);
      }
      return status;
    }

    @Override
    public DecodedHeader describe(byte[] bytes, int offset, int length) {
      return WHOLE.describe(bytes, offset, length);
    }

    @Override
    public int lengthBytes(byte[] bytes, int offset, int available) {
      return WHOLE.lengthBytes(bytes, offset, available);
    }

    @Override
    public int displacedMarker(byte[] bytes, int offset) {
      return WHOLE.displacedMarker(bytes, offset);
    }
  }

  /** Report of a whole header by a format with one value for all hops. */
  @FunctionalInterface
  private interface Reports {
    void into(Hops hops);
  }

  /** Format that declares one value for all hops. */
  private record OneFigure(Broken whole, Reports reports) implements TelemetryFormat {
    @Override
    public boolean bottleneckOnly() {
      return true;
    }

    @Override
    public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
      DecodeStatus status = whole.read(bytes, offset, length, into);
      if (status == DecodeStatus.READ) {
        reports.into(into);
      }
      return status;
    }

    @Override
    public String name() {
      return "one-figure";
    }

    @Override
    public HeaderPlacement placement() {
      return whole.placement();
    }

    @Override
    public int marker() {
      return whole.marker();
    }

    @Override
    public int reflectionCode() {
      return whole.reflectionCode();
    }

    @Override
    public int maxHops() {
      return whole.maxHops();
    }

    @Override
    public int sizeBytes(int hops) {
      return whole.sizeBytes(hops);
    }

    @Override
    public int begin(byte[] bytes, int offset, PathQuery question) {
      return whole.begin(bytes, offset, question);
    }

    @Override
    public Stamper stamper(EgressLink link) {
      return whole.stamper(link);
    }

    @Override
    public DecodedHeader describe(byte[] bytes, int offset, int length) {
      return whole.describe(bytes, offset, length);
    }

    @Override
    public int lengthBytes(byte[] bytes, int offset, int available) {
      return whole.lengthBytes(bytes, offset, available);
    }

    @Override
    public int displacedMarker(byte[] bytes, int offset) {
      return whole.displacedMarker(bytes, offset);
    }
  }

  private static void checkOneFigure(Reports reports) {
    FormatContract.HOPS_ARE_READ.check(new OneFigure(new Broken(FormatContract.HAS_A_NAME), reports));
  }

  @Test
  void formatWithOneValueHasNoRecords() {
    assertThatCode(() -> checkOneFigure(hops -> hops.answer(PathQuery.LOAD, 0.5, 0))).doesNotThrowAnyException();
    for (Reports broken : List.<Reports>of(hops -> hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE),
        hops -> hops.answer(PathQuery.LOAD, -1, 0), hops -> hops.answer(PathQuery.LOAD, Double.NaN, 0), _ -> {
        })) {
      assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> checkOneFigure(broken))
          .withMessageContaining(" breaks " + FormatContract.HOPS_ARE_READ + ": ");
    }
  }

  @ParameterizedTest
  @EnumSource(FormatContract.class)
  void ruleFailsOnAFormatThatBreaksIt(FormatContract rule) {
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> rule.check(new Broken(rule)))
        .withMessageContaining(" breaks " + rule + ": ");
    for (FormatContract other : FormatContract.values()) {
      if (other != rule) {
        assertThat(other).satisfies(holds -> holds.check(new Broken(rule)));
      }
    }
  }
}
