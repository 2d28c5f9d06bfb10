package dev.inflight.telemetry.format.p4int;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.Hops;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers of INT 1.0, by the figures of its §4.6.1 and §4.7. */
class Int1DescriptionTest {
  // Shim: type 1, 11 words, DSCP 10. Header: copy, 4 words a hop, 6 hops remaining, switch, ports, queue, egress timestamp.
  private static final String TWO_HOPS = "01 00 0b 28 " + "1e 00 04 06 d4 00 00 00 "
      + "00 00 00 09 00 03 00 04 02 00 01 00 00 00 10 00 " + "00 00 00 08 ff ff 00 02 ff ff ff ff 80 00 00 01";

  private static DecodedHeader describe(byte[] bytes) {
    return IntFormat.DEFAULT.describe(bytes, 0, bytes.length);
  }

  private static DecodedHeader describe(String hex) {
    return describe(IntFormatTest.HEX.parseHex(hex));
  }

  private static String text(List<Field> fields) {
    return fields.stream().map(field -> field.name() + "=" + field.value()).collect(Collectors.joining(" "));
  }

  @Test
  void describesHopsInPathOrderWithTimestampsOf32Bits() {
    DecodedHeader description = describe(TWO_HOPS);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.format()).isEqualTo("int");
    assertThat(text(description.header()))
        .isEqualTo("type=1 lengthWords=11 originalDscp=10 version=1 replication=3 copy=true hopCountExceeded=false"
            + " mtuExceeded=false hopMlWords=4 remainingHopCount=6 instructionBitmap=54272");
    assertThat(description.hops().stream().map(Int1DescriptionTest::text)).containsExactly(
        "nodeId=8 ingressInterfaceId=unavailable egressInterfaceId=2 queueId=unavailable queueOccupancyBytes=unavailable"
            + " egressTimestampNs=2147483649",
        "nodeId=9 ingressInterfaceId=3 egressInterfaceId=4 queueId=2 queueOccupancyBytes=256 egressTimestampNs=4096");
  }

  @Test
  void describesAllInstructionsWithTwoWordsForLevel2Ports() {
    String block = "00 00 00 01 00 02 00 03 00 00 00 04 05 00 00 06 00 00 00 07 00 00 00 08 00 00 00 09 00 00 00 0a 00 00 00 0b"
        + " 00 00 00 0c 00 00 00 0d 00 00 00 0e 00 00 00 0f 00 00 00 10 00 00 00 11 00 00 00 12 00 00 00 13";
    DecodedHeader description = describe("01 00 14 00 11 80 11 00 ff ff 00 00 " + block);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(text(description.header())).contains(" copy=false hopCountExceeded=true mtuExceeded=true hopMlWords=17 ");
    assertThat(description.hops()).hasSize(1);
    assertThat(text(description.hops().getFirst())).isEqualTo("nodeId=1 ingressInterfaceId=2 egressInterfaceId=3 hopLatencyNs=4"
        + " queueId=5 queueOccupancyBytes=6 ingressTimestampNs=7 egressTimestampNs=8 level2IngressInterfaceId=9"
        + " level2EgressInterfaceId=10 egressTxUtilization=11 reservedBit8=0x0000000c reservedBit9=0x0000000d"
        + " reservedBit10=0x0000000e reservedBit11=0x0000000f reservedBit12=0x00000010 reservedBit13=0x00000011"
        + " reservedBit14=0x00000012 checksumComplement=19");
  }

  @ParameterizedTest
  @CsvSource({"01 00 03 00 00 00 04 06, UNSUPPORTED, version=0 unknown=INT of version 0; versions 1 and 2 are read",
      "01 00 03 00 30 00 04 06, UNSUPPORTED, version=3 unknown=INT of version 3; versions 1 and 2 are read",
      "02 00 03 00 10 00 04 06, UNSUPPORTED, 'version=1 unknown=INT of version 1 of type 2; type 1, hop-by-hop, is read'",
      "01 00 02 00 10 00 00 06 00 00 00 00, MALFORMED, remainingHopCount=6 instructionBitmap=0",
      "01 00 04 00 10 00 02 06 80 00 00 00 00 00 00 07, MALFORMED, instructionBitmap=32768 stack=00000007",
      "01 00 05 00 10 00 02 06 80 00 00 00 00 00 00 07 00 00 00 08, MALFORMED, stack=0000000700000008",
      "01 00 04 00 10 00 00 06 00 00 00 00 00 00 00 07, MALFORMED, stack=00000007",
      "01 00 05 00 10 00 01 06 80 00 00 00 00 00 00 07, TRUNCATED, instructionBitmap=32768",
      "01 00 05 08, TRUNCATED, originalDscp=2"})
  void namesErrors(String hex, DecodeStatus outcome, String end) {
    DecodedHeader description = describe(hex);
    assertThat(description.outcome()).isEqualTo(outcome);
    assertThat(text(description.header())).endsWith(end);
  }

  @Test
  void describesWholeHopsOfEveryTruncation() {
    byte[] whole = IntFormatTest.HEX.parseHex("01 00 05 00 10 00 01 06 80 00 00 00 00 00 00 09 00 00 00 08");
    for (int length = 0; length < whole.length; length++) {
      DecodedHeader description = describe(Arrays.copyOf(whole, length));
      assertThat(description.outcome()).as("%d bytes", length).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(description.hops()).hasSize(Math.max(0, length - 12) / 4);
    }
    assertThat(describe(whole).hops()).hasSize(2);
  }

  @Test
  void statesItsLengthAndNoPort() {
    byte[] shim = IntFormatTest.HEX.parseHex("01 00 0b 28");
    assertThat(IntFormat.DEFAULT.lengthBytes(shim, 0, 4)).isEqualTo(44);
    assertThat(IntFormat.DEFAULT.displacedMarker(shim, 0)).isEqualTo(-1);
    assertThat(IntFormat.DEFAULT.lengthBytes(IntFormatTest.HEX.parseHex("01 00 00 00"), 0, 4)).isEqualTo(4);
  }

  @Test
  void isNeitherMeasuredNorExtended() {
    byte[] bytes = IntFormatTest.HEX.parseHex("01 00 04 00 10 00 01 06 80 00 00 00 00 00 00 09");
    assertThat(IntFormat.DEFAULT.read(bytes, 0, bytes.length, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  @Test
  void describesAnyBytes() {
    var random = new SplittableRandom(42);
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = new byte[4 + random.nextInt(60)];
      random.nextBytes(bytes);
      bytes[0] = 1;
      if (random.nextBoolean()) {
        bytes[2] = (byte) (bytes.length / 4 + random.nextInt(-1, 2));
      }
      if (bytes.length > 4 && random.nextBoolean()) {
        bytes[4] = 0x10;
      }
      DecodedHeader description = describe(bytes);
      assertThat(description.hops().size()).isLessThanOrEqualTo(bytes.length / 4);
    }
  }
}
