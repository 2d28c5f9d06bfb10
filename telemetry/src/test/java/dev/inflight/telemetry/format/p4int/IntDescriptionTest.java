package dev.inflight.telemetry.format.p4int;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Descriptions of INT headers: truncated ones, and those of other implementations (INT 2.1 §5.6 to §5.9). */
class IntDescriptionTest {
  private static final String SHIM = "type=1 npt=1 lengthWords=4 originalUdpPort=4791";
  private static final String FLAGS = " discard=false hopCountExceeded=false mtuExceeded=false";

  private static DecodedHeader describe(String hex) {
    byte[] bytes = IntFormatTest.HEX.parseHex(hex);
    return IntFormat.DEFAULT.describe(bytes, 0, bytes.length);
  }

  private static String said(List<Field> fields) {
    return fields.stream().map(field -> field.name() + "=" + field.value()).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "3, ''", "4, " + SHIM, "7, " + SHIM, "8, " + SHIM + " version=2", "15, " + SHIM + " version=2",
      "16, " + SHIM + " version=2" + FLAGS
          + " hopMlWords=1 remainingHopCount=5 instructionBitmap=32768 domainSpecificId=0 dsInstruction=0 dsFlags=0"})
  void describesTruncatedHeaders(int length, String said) {
    byte[] bytes = IntFormatTest.HEX.parseHex("14 04 12 b7 20 00 01 05 80 00 00 00 00 00 00 00 00 00 00 07");
    byte[] cut = java.util.Arrays.copyOf(bytes, length);
    DecodedHeader description = IntFormat.DEFAULT.describe(cut, 0, length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(said(description.header())).isEqualTo(said);
    assertThat(description.hops()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"28, discard", "24, hopCountExceeded", "22, mtuExceeded"})
  void namesEachFlag(String first, String flag) {
    String said = said(describe("14 03 12 b7 " + first + " 00 01 05 80 00 00 00 00 00 00 00").header());
    assertThat(said).contains(FLAGS.replace(flag + "=false", flag + "=true"));
  }

  @ParameterizedTest
  @CsvSource({"10 03 00 e8, originalDscp=58", "14 03 12 b7, originalUdpPort=4791", "18 03 00 06, originalIpProtocol=6"})
  void describesTheReplacedMarkerByKind(String shim, String said) {
    DecodedHeader description = describe(shim + " 20 00 01 05 80 00 00 00 00 00 00 00");
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(said(description.header())).contains(" lengthWords=3 " + said + " version=2");
  }

  @Test
  void describesInconsistentStacksUndivided() {
    DecodedHeader description = describe("14 04 12 b7 20 00 02 05 80 00 00 00 00 00 00 00 12 34 56 78");
    assertThat(description.outcome()).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(said(description.header())).contains(" hopMlWords=2 ").endsWith(" stack=12345678");
    assertThat(description.hops()).isEmpty();
  }

  @Test
  void headerWithoutInstructionsHasNoHops() {
    DecodedHeader description = describe("14 03 12 b7 20 00 00 05 00 00 00 00 00 00 00 00");
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"00 00 00 07 de ad be ef, domainSpecific=deadbeef", "00 00 00 07 ff ff ff ff, domainSpecific=unavailable",
      "00 00 00 07 ff ff ff fe, domainSpecific=fffffffe", "ff ff ff ff 00 00 00 00, domainSpecific=00000000"})
  void describesDomainMetadataUndivided(String hop, String said) {
    DecodedHeader description = describe("14 05 12 b7 20 00 02 05 80 00 54 53 80 00 00 00 " + hop);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops()).singleElement().satisfies(
        fields -> assertThat(said(fields)).isEqualTo((hop.startsWith("ff") ? "nodeId=unavailable " : "nodeId=7 ") + said));
  }

  @Test
  void hopsWithoutADomainHaveNoExtraWords() {
    assertThat(describe("14 04 12 b7 20 00 01 05 80 00 00 00 00 00 00 00 00 00 00 07").hops()).singleElement()
        .satisfies(fields -> assertThat(said(fields)).isEqualTo("nodeId=7"));
    assertThat(describe("14 05 12 b7 20 00 02 05 80 01 00 00 00 00 00 00 00 00 00 07 00 00 12 34").hops()).singleElement()
        .satisfies(fields -> assertThat(said(fields)).isEqualTo("nodeId=7 checksumComplement=4660"));
  }

  @Test
  void describesQueuesInBytesForAnyUnit() {
    var cells = new IntFormat(1, 0xD100, 5, IntFormat.TimestampUnit.NANOSECONDS, 80, 100, 0);
    byte[] bytes = IntFormatTest.HEX.parseHex("14 05 12 b7 20 00 02 05 10 80 00 00 00 00 00 00 03 00 00 05 04 ff ff ff");
    DecodedHeader description = cells.describe(bytes, 0, bytes.length);
    assertThat(said(description.hops().getFirst()))
        .isEqualTo("queueId=3 queueOccupancyBytes=400 bufferId=4 bufferOccupancyBytes=unavailable");
  }

  @ParameterizedTest
  @CsvSource({"34 03 12 b7, TRUNCATED, 3 originalUdpPort=4791",
      "34 03 12 b7 20 00 00 00 d5 00 54 53 80 00 00, TRUNCATED, 3 originalUdpPort=4791",
      "34 02 12 b7 20 00 00 00 d5 00 54 53 80 00 00 07, MALFORMED, 2 originalUdpPort=4791",
      "34 03 12 b7 10 00 00 00 d5 00 54 53 80 00 00 07, UNSUPPORTED, 3 originalUdpPort=4791 version=1 unknown=INT of version 1 behind a shim of version 2; versions 1 and 2 are read",
      "34 03 12 b7 30 00 00 00 d5 00 54 53 80 00 00 07, UNSUPPORTED, 3 originalUdpPort=4791 version=3 unknown=INT of version 3; versions 1 and 2 are read"})
  void instructionsWithoutMetadataCanBeWrongToo(String hex, DecodeStatus outcome, String said) {
    DecodedHeader description = describe(hex);
    assertThat(description.outcome()).isEqualTo(outcome);
    assertThat(said(description.header())).isEqualTo("type=3 npt=1 lengthWords=" + said);
  }

  @Test
  void instructionsWithoutMetadataNeedNothingBehindThem() {
    DecodedHeader description = describe("34 03 12 b7 20 00 00 00 d5 00 54 53 80 00 00 07");
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(said(description.header())).endsWith(" dsInstruction=32768 dsFlags=7");
  }

  @ParameterizedTest
  @CsvSource({"04 03 12 b7, -1, 4791", "14 03 12 b7, 16, 4791", "24 04 00 35, 20, 53", "34 ff 12 b7, 1024, 4791",
      "44 03 12 b7, -1, 4791", "10 03 12 b7, 16, -1", "18 03 12 b7, 16, -1"})
  void findsThePayloadBehindAllKindsOfInt(String shim, int length, int displaced) {
    byte[] bytes = IntFormatTest.HEX.parseHex(shim);
    assertThat(IntFormat.DEFAULT.lengthBytes(bytes, 0, 4)).isEqualTo(length);
    assertThat(IntFormat.DEFAULT.displacedMarker(bytes, 0)).isEqualTo(displaced);
  }
}
