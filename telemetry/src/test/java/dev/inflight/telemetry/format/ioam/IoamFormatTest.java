package dev.inflight.telemetry.format.ioam;

import static dev.inflight.telemetry.format.ioam.IoamBytes.GBPS;
import static dev.inflight.telemetry.format.ioam.IoamBytes.HEX;
import static dev.inflight.telemetry.format.ioam.IoamBytes.POSIX;
import static dev.inflight.telemetry.format.ioam.IoamBytes.SECOND;
import static dev.inflight.telemetry.format.ioam.IoamBytes.read;
import static dev.inflight.telemetry.format.ioam.IoamBytes.snapshot;
import static dev.inflight.telemetry.format.ioam.IoamBytes.stamped;
import static dev.inflight.telemetry.format.ioam.IoamBytes.with;
import static dev.inflight.telemetry.format.ioam.IoamBytes.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.Allocation;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryHeader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The pre-allocated trace of RFC 9197 with the fields of draft-miao-ccwg-hpcc-info-04 §2.2, byte by byte. */
class IoamFormatTest {
  private static DecodeStatus outcome(TelemetryCodec format, String hex) {
    byte[] bytes = HEX.parseHex(hex);
    var hops = new Hops(1);
    DecodeStatus outcome = format.read(bytes, 0, bytes.length, hops);
    assertThat(outcome == DecodeStatus.READ || hops.count() == 0).isTrue();
    if (outcome != DecodeStatus.UNSUPPORTED) { // a trace that cannot be measured may still be described
      assertThat(format.describe(bytes, 0, bytes.length).outcome()).isEqualTo(outcome);
    }
    return outcome;
  }

  @Test
  void twoHopsFillTheRoomFromItsEnd() {
    TelemetryCodec format = within(IoamFormat.DEFAULT, 2);
    byte[] bytes = new byte[56];
    Arrays.fill(bytes, (byte) 0xA5);
    assertThat(format.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(56);
    // UDP 17, (56 - 8) / 8 = 6, PadN of 0; 0x31, 2 + 8 + 40 = 50; namespace 8000; NodeLen 5, RemainingLen 10: 00101 0000 0001010
    String empty = "11 06 01 00 31 32 00 00 80 00 28 0a d2 08 00 00" + " 00".repeat(40);
    assertThat(HEX.formatHex(bytes)).isEqualTo(empty);
    // 1.234567890 s: 234,567,890 ns = 0x0DFB38D2; 40,000 = 0x9C40; 5,000,000,000 mod 2^32 = 705,032,704 = 0x2A05F200
    String one = stamped(format, empty, snapshot(1_234_567_890_999L, 5_000_000_000L, 40_000));
    String first = " 3f 0a 0b 0c 00 03 00 02 0d fb 38 d2 00 00 9c 40 2a 05 f2 00";
    assertThat(one).isEqualTo("11 06 01 00 31 32 00 00 80 00 28 05 d2 08 00 00" + " 00".repeat(20) + first);
    String two = stamped(format, one, snapshot(2000, 1, 0));
    String second = " 3f 0a 0b 0c 00 03 00 02 00 00 00 02 00 00 00 00 00 00 00 01";
    assertThat(two).isEqualTo("11 06 01 00 31 32 00 00 80 00 28 00 d2 08 00 00" + second + first);
    assertThat(stamped(format, two, snapshot(3000, 2, 0))).as("a third hop only sets O")
        .isEqualTo("11 06 01 00 31 32 00 00 80 00 2c 00 d2 08 00 00" + second + first);

    Hops hops = read(format, two);
    assertThat(hops).hasToString("path 0: [t=234567890000ps sent=705032704B queue=40000B rate=200000000000b/s]"
        + " [t=2000ps sent=1B queue=0B rate=200000000000b/s]");
    assertThat(hops.link(0)).isEqualTo(Hops.link(0x0A0B0C, 2));
    assertThat(hops.cutOff()).isFalse();
    assertThat(read(format, stamped(format, two, snapshot(3000, 2, 0))).cutOff()).isTrue();
  }

  @Test
  void oddNumbersOfWordsArePaddedToEightBytes() {
    TelemetryCodec format = within(IoamFormat.DEFAULT, 5);
    byte[] bytes = new byte[120];
    assertThat(format.begin(bytes, 0, PathQuery.QUEUEING)).isEqualTo(120).isEqualTo(format.sizeBytes(5))
        .isEqualTo(format.sizeBytes(0));
    assertThat(format.format().lengthBytes(bytes, 0, 16)).isEqualTo(120);
    assertThat(HEX.formatHex(bytes))
        .isEqualTo("11 0e 01 00 31 6e 00 00 80 00 28 19 d2 08 00 00" + " 00".repeat(100) + " 01 02 00 00");
  }

  @Test
  void theOptionsLengthLimitsTheHops() {
    assertThat(IoamFormat.DEFAULT.maxHops()).isEqualTo(12);
    assertThat(with(0xD20000, -1, IoamTimestampFormat.PTP).maxHops()).isEqualTo(15);
    assertThat(with(0x020000, -1, IoamTimestampFormat.PTP).maxHops()).isEqualTo(61);
    assertThat(IoamFormat.DEFAULT.sizeBytes(1)).isEqualTo(256);
    assertThat(within(IoamFormat.DEFAULT, 40).maxHops()).isEqualTo(12);
    assertThat(within(IoamFormat.DEFAULT, 0).sizeBytes(0)).isEqualTo(16);
    var three = new IoamFormat(0x31, 123, 0xD20000, 12, 3, IoamTimestampFormat.PTP, 1, 1);
    assertThat(within(three, 5).maxHops()).isEqualTo(3);
    assertThat(within(three, 2).maxHops()).as("what is said is said").isEqualTo(3);
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new IoamFormat(0x31, 123, 0xD20000, 12, 13, IoamTimestampFormat.PTP, 1, 1))
        .hasMessage("hops 13 is outside 0 to 12");
    assertThatThrownBy(() -> with(0xD20800, 12, IoamTimestampFormat.PTP)).hasMessage(
        "trace type 0xd20800 sets bits that a source must leave 0: 0x800; transmitted bytes are asked for by their bit"
            + " alone");
    assertThatThrownBy(() -> with(0, 12, IoamTimestampFormat.PTP)).hasMessageContaining("trace type 0");
    assertThatThrownBy(() -> with(0xD20000, 11, IoamTimestampFormat.PTP)).hasMessageContaining("bit of the transmitted bytes 11");
    assertThatThrownBy(() -> new IoamFormat(1, 123, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 1, 1))
        .hasMessageContaining("option type 1");
    assertThatThrownBy(() -> new IoamFormat(0x31, 65536, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 1, 1))
        .hasMessageContaining("namespace ID 65536");
    assertThatThrownBy(() -> new IoamFormat(0x31, 1, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 0, 1))
        .hasMessageContaining("unit of queue depth 0");
  }

  @Test
  void writesEveryFieldOfTheStandard() {
    // bits 0 to 12 and 22: NodeLen 8 + 3 * 2 + 2 = 16, and a word of opaque snapshot
    String header = "11 0a 01 00 31 4e 00 00 00 7b 80 11 ff f8 02 00";
    assertThat(stamped(POSIX, header + " 00".repeat(72), snapshot(7 * SECOND + 123_456_000_000L, 0x1_2345_6789L, 0x99)))
        .isEqualTo("11 0a 01 00 31 4e 00 00 00 7b 80 00 ff f8 02 00" // one node of 17 words
            + " 3f 0a 0b 0c 00 03 00 02 00 00 00 07 00 01 e2 40 00 00 13 88 ff ff ff ff 00 00 00 99 ff ff ff ff"
            + " 3f 00 00 00 00 0a 0b 0c 00 00 00 03 00 00 00 02 ff ff ff ff ff ff ff ff ff ff ff ff 23 45 67 89 00 ff ff ff"
            + " 00 00 00 00");
  }

  @Test
  void unsupportedTracesStayUnchanged() {
    String room = " 00".repeat(20) + " 01 02 00 00";
    for (String trace : new String[] {"11 04 01 00 31 1e 00 00 00 7c 28 05 d2 08 00 00", // another namespace
        "11 04 01 00 31 1e 00 01 00 7b 28 05 d2 08 00 00", // an incremental trace
        "11 04 01 00 31 1e 00 00 00 7b 2c 05 d2 08 00 00", // O is set
        "11 04 01 00 31 1e 00 00 00 7b 20 05 d2 08 00 00", // NodeLen 4
        "11 04 01 00 31 1e 00 00 00 7b 28 06 d2 08 00 00", // more room than the option has
        "11 04 01 00 31 ff 00 00 00 7b 28 05 d2 08 00 00", // an option longer than the header
        "11 04 01 00 31 09 00 00 00 7b 28 05 d2 08 00 00", // an option too short for the trace header
        "11 04 31 1e 00 00 00 7b 28 05 d2 08 00 00 00 00", // not at a multiple of four
        "11 05 01 00 31 1e 00 00 00 7b 28 05 d2 08 00 00", // a header longer than it is
        "11 04 01 00 1e 1e 00 00 00 7b 28 05 d2 08 00 00"}) { // another option
      assertThat(stamped(within(POSIX, 1), trace + room, snapshot(1, 1, 1))).isEqualTo(trace + room);
      assertThat(stamped(within(POSIX, 5), trace + room, snapshot(1, 1, 1))).isEqualTo(trace + room);
    }
  }

  @Test
  void flagsAndReservedBitsOfOthersAreKept() {
    String trace = "3a 04 01 00 31 1e 00 00 00 7b 2b 85 d2 08 00 5a" + " 00".repeat(20) + " 01 02 00 00";
    assertThat(stamped(POSIX, trace, snapshot(1_000_000, 2, 3)))
        .isEqualTo("3a 04 01 00 31 1e 00 00 00 7b 2b 80 d2 08 00 5a 3f 0a 0b 0c 00 03 00 02"
            + " 00 00 00 01 00 00 00 03 00 00 00 02 01 02 00 00");
  }

  @Test
  void theTraceIsFoundBehindOtherOptions() {
    // router alert, Pad1 twice, an IOAM E2E option, a trace of another namespace, Pad1 four times, and then the measured trace
    String others = "11 07 05 02 00 00 00 00 31 06 00 03 00 7b 00 00 31 0a 00 00 00 09 08 00 02 00 00 00 00 00 00 00";
    String trace = others + " 31 12 00 00 00 7b 08 02 02 00 00 00" + " 00".repeat(8) + " 01 0a" + " 00".repeat(10);
    String written = others + " 31 12 00 00 00 7b 08 01 02 00 00 00 00 00 00 00 00 00 03 e8" + " 01 0a" + " 00".repeat(10);
    assertThat(stamped(POSIX, trace, snapshot(1, 1, 1000))).isEqualTo(written);
    Hops hops = read(POSIX, written);
    assertThat(hops.count()).isEqualTo(1);
    assertThat(hops.queueBytes(0)).isEqualTo(1000);
    assertThat(hops.rateBitsPerSec(0)).isZero();
    assertThat(hops.hasClock()).isFalse();
    assertThat(hops.link(0)).isZero();
  }

  @Test
  void distinguishesUnreadableTraces() {
    String room = " 00".repeat(20) + " 01 02 00 00";
    String good = "11 04 01 00 31 1e 00 00 00 7b 28 05 d2 08 00 00" + room;
    assertThat(outcome(POSIX, good)).isEqualTo(DecodeStatus.READ);
    assertThat(outcome(IoamFormat.DEFAULT, good)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1e 00 01 00 7b 28 05 d2 08 00 00" + room)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1e 00 00 00 7b 20 05 d2 08 00 00" + room)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1e 00 00 00 7b 28 06 d2 08 00 00" + room)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1e 00 00 00 7b 28 04 d2 08 00 00" + room)).as("a fifth of a node")
        .isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1d 00 00 00 7b 28 00 d2 08 00 00" + room)).as("no whole words")
        .isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 04 01 00 31 ff 00 00 00 7b 28 05 d2 08 00 00" + room)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 05 01 00 31 1e 00 00 00 7b 28 05 d2 08 00 00" + room)).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(outcome(POSIX, "11 00 01 04 00 00 00 00")).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome(POSIX, "11 00 00 00 00 00 00 31")).as("an option of one byte").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 01 00 00")).as("no room for the IOAM type").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 00 31 00")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 01 00 05")).as("nor for any other").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 03 00 05")).as("a byte behind the end").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 02 00 00")).as("a trace without its header").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 00 01 00 31 02 00 05")).as("another kind without data").isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome(POSIX, "11 00 00 01 03 00 00 00")).as("Pad1 has no length").isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome(POSIX, "11")).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(outcome(POSIX, "")).isEqualTo(DecodeStatus.TRUNCATED);
  }

  @Test
  void aHostileOpaqueSnapshotIsMalformed() {
    String header = "11 03 01 00 31 16 00 00 00 7b 08 00 02 00 02 00";
    assertThat(outcome(POSIX, header + " 00 00 00 01 01 00 00 4d 41 42 43 44 01 02 00 00")).isEqualTo(DecodeStatus.READ);
    assertThat(outcome(POSIX, header + " 00 00 00 01 ff 00 00 4d 41 42 43 44 01 02 00 00")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, header + " 00 00 00 01 00 ff ff ff 41 42 43 44 01 02 00 00")).isEqualTo(DecodeStatus.MALFORMED);
  }

  @Test
  void aNodeWithoutItsSnapshotIsMalformed() {
    String node = " 00 00 00 01 01 00 00 4d 41 42 43 44";
    String header = "11 03 01 00 31 1a 00 00 00 7b 08 00 02 00 02 00";
    assertThat(outcome(POSIX, header + node + " 00 00 00 02")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome(POSIX, "11 04 01 00 31 1e 00 00 00 7b 08 00 02 00 02 00" + node + " 00 00 00 02 00 00 00 4d 01 02 00 00"))
        .isEqualTo(DecodeStatus.READ);
  }

  @Test
  void traceWithoutFieldsHasNoNodes() {
    String header = "11 01 01 00 31 0a 00 00 00 7b 00 00 00 00 00 00";
    assertThat(outcome(POSIX, header)).isEqualTo(DecodeStatus.READ);
    assertThat(read(POSIX, header).count()).isZero();
    String room = header.replace("11 01", "11 02").replace("31 0a", "31 0e") + " 00 00 00 00 01 02 00 00";
    assertThat(outcome(POSIX, room)).as("data of nobody").isEqualTo(DecodeStatus.MALFORMED);
  }

  @Test
  void inAnUnknownNetworkNothingIsAllocatedEither() {
    TelemetryCodec codec = IoamFormat.DEFAULT.in(NetworkFacts.UNKNOWN);
    var header = new TelemetryHeader(codec, 12);
    var stamper = codec.stamper(new EgressLink(1, 1, GBPS));
    var hops = new Hops(12);
    var snapshot = snapshot(SECOND, 5, 6);
    assertThat(Allocation.bytesOf(() -> {
      for (int packet = 0; packet < 20_000; packet++) {
        header.begin(PathQuery.UTILIZATION).stamp(stamper, snapshot).stamp(stamper, snapshot).read(hops);
      }
    })).isLessThan(1_000);
  }
}
