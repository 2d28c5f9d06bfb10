package dev.inflight.sim.testing;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Contract of all telemetry formats. Each constant is a rule, which a test checks alone or with the others, as in
 * {@link AdmissionContract}. Headers are those of a network in which all links have 100 Gb/s. No rule checks whether headers or
 * ports share state, or whether calls other than those for a packet create objects.
 */
public enum FormatContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(format -> Contract.requireName(format.name())),
  /** The header holds a hop or more, and its code for reflections has four bits. */
  LIMITS_ARE_SOUND(FormatContract::checkLimits),
  /** A header occupies as many bytes as its size states, with and without hops, and contains its length. */
  SIZES_ARE_TRUE(FormatContract::checkSizes),
  /** The receiver reads a record of each hop, or one figure of the whole path if the format has only one. */
  HOPS_ARE_READ(FormatContract::checkHops),
  /** All writes are within the header's room, also in a full header. */
  STAYS_IN_ITS_ROOM(FormatContract::checkRoom),
  /** Any bytes can be read: they have a result, and cause no exception. */
  READS_ANY_BYTES(FormatContract::checkAnyBytes),
  /** Starting, stamping and reading a header creates no object in warm code. */
  PACKETS_ALLOCATE_NOTHING(FormatContract::checkAllocation);

  private static final long RATE = 100_000_000_000L;
  private static final int OFFSET = 7;
  private static final int BEHIND = 9;
  private static final int MOST_HOPS = 5;
  private static final int MOST_CODE = 15;
  private static final byte CANARY = 0x5A;

  private final Consumer<TelemetryFormat> rule;

  FormatContract(Consumer<TelemetryFormat> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(TelemetryFormat format) {
    Contract.check(format.name(), this, () -> rule.accept(format));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(TelemetryFormat format) {
    for (FormatContract each : values()) {
      each.check(format);
    }
  }

  /** Header in the middle of an array, which ports write into. */
  private static final class Area {
    final TelemetryCodec codec;
    final TelemetryFormat format;
    final byte[] bytes;
    final TelemetryCodec.Stamper[] ports = new TelemetryCodec.Stamper[2 * MOST_HOPS];
    final PortSnapshot snapshot = new PortSnapshot();
    int length;

    Area(TelemetryFormat of) {
      format = of;
      codec = of.in(new NetworkFacts((_, _) -> RATE, 10_000_000, MOST_HOPS));
      bytes = new byte[OFFSET + codec.bufferBytes(MOST_HOPS) + BEHIND];
      Arrays.fill(bytes, CANARY);
      for (int port = 0; port < ports.length; port++) {
        ports[port] = codec.stamper(new EgressLink(port + 1, port + 1, RATE));
      }
    }

    Area begin() {
      length = codec.begin(bytes, OFFSET, PathQuery.UTILIZATION);
      return this;
    }

    Area stamp(int hops) {
      for (int hop = 0; hop < hops; hop++) {
        snapshot.at(5_000_000_000L + hop * 1_000_000L, 1_000_000L * (hop + 1), 8_000L * hop);
        snapshot.arrivedPs = snapshot.nowPs - 500_000;
        snapshot.ingressPort = 1;
        snapshot.hopLimit = 60 - hop;
        length += ports[hop].stamp(bytes, OFFSET, length, bytes.length - BEHIND, snapshot);
      }
      return this;
    }

    int most() {
      return Math.min(codec.maxHops(), MOST_HOPS);
    }
  }

  private static void checkLimits(TelemetryFormat format) {
    Contract.require(format.maxHops() >= 1, "it holds " + format.maxHops() + " hops");
    Contract.require(format.reflectionCode() >= 0 && format.reflectionCode() <= MOST_CODE,
        "its code for reflections is " + format.reflectionCode() + "; it is 0 to " + MOST_CODE);
  }

  private static void checkSizes(TelemetryFormat format) {
    var area = new Area(format);
    for (int hops = 0; hops <= area.most(); hops++) {
      area.begin().stamp(hops);
      Contract.require(area.length == area.codec.sizeBytes(hops),
          "with " + hops + " hops the header takes " + area.length + " bytes, and its size is " + area.codec.sizeBytes(hops));
      int stated = format.lengthBytes(area.bytes, OFFSET, area.length);
      Contract.require(stated == area.length,
          "with " + hops + " hops the header takes " + area.length + " bytes, and states " + stated);
    }
  }

  private static void checkHops(TelemetryFormat format) {
    var area = new Area(format);
    var read = new Hops(MOST_HOPS);
    for (int hops = 1; hops <= area.most(); hops++) {
      area.begin().stamp(hops);
      DecodeStatus status = area.codec.read(area.bytes, OFFSET, area.length, read);
      Contract.require(status == DecodeStatus.READ, "a header of " + hops + " hops is " + status);
      if (!format.bottleneckOnly()) {
        Contract.require(read.count() == hops, "of " + hops + " hops " + read.count() + " are read");
      } else {
        Contract.require(read.answered() != null && read.count() == 0, "of " + hops + " hops it has " + read.count()
            + " records and the answer to " + read.answered() + "; it has one figure of all");
        Contract.require(read.answer() >= 0 && read.answer() < Double.POSITIVE_INFINITY,
            "its figure of " + hops + " hops is " + read.answer());
      }
    }
  }

  private static void checkRoom(TelemetryFormat format) {
    var area = new Area(format).begin().stamp(2 * MOST_HOPS);
    for (int at = 0; at < area.bytes.length; at++) {
      boolean outside = at < OFFSET || at >= area.bytes.length - BEHIND;
      Contract.require(!outside || area.bytes[at] == CANARY,
          "it writes byte " + (at - OFFSET) + " of a header with room for " + (area.bytes.length - OFFSET - BEHIND) + " bytes");
    }
  }

  private static void checkAnyBytes(TelemetryFormat format) {
    var random = new SplittableRandom(5);
    var area = new Area(format);
    var read = new Hops(MOST_HOPS);
    for (int round = 0; round < 5_000; round++) {
      area.begin().stamp(random.nextInt(area.most() + 1));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        area.bytes[OFFSET + random.nextInt(area.length)] = (byte) random.nextInt(256);
      }
      int length = random.nextInt(area.length + 1);
      DecodeStatus status = area.codec.read(area.bytes, OFFSET, length, read);
      Contract.require(status != null, "the outcome of reading is null"); // because other code may return null
      Contract.require(status == DecodeStatus.READ || read.count() == 0,
          "the outcome of reading is " + status + ", and there are " + read.count() + " hops");
      format.lengthBytes(area.bytes, OFFSET, length);
    }
  }

  private static void checkAllocation(TelemetryFormat format) {
    var area = new Area(format);
    var read = new Hops(MOST_HOPS);
    Contract.requireNoObjects(() -> {
      for (int packet = 0; packet < 5_000; packet++) {
        area.begin().stamp(area.most());
        area.codec.read(area.bytes, OFFSET, area.length, read);
      }
    }, "5000 packets");
  }
}
