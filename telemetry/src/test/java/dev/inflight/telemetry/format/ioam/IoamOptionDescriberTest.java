package dev.inflight.telemetry.format.ioam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.format.hpcc.DraftFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IOAM of any sender in the options of IPv6 extension headers: figures of RFC 9197 §4.4 to §4.6, RFC 9326 §3 and RFC 9486 §3. */
class IoamOptionDescriberTest {
  private static final int AROUND = 20;
  private static final String NODES = "3f000001 00030002 0dfb38d2 00009c40 2a05f200 3e000002 00010004 ffffffff 00000001 00000002";
  private final IoamOptionDescriber describer = new IoamOptionDescriber(List.of(IoamFormat.DEFAULT));

  private static byte[] option(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** Describes an option in the middle of other bytes, captured up to an end of its own. */
  private DecodedHeader describe(byte[] option, int captured, int fill) {
    byte[] frame = new byte[AROUND + captured + (captured == option.length ? AROUND : 0)];
    Arrays.fill(frame, (byte) fill);
    System.arraycopy(option, 0, frame, AROUND, captured);
    return describer.describe("hop-by-hop", frame, AROUND, AROUND + option.length, AROUND + captured);
  }

  private static String said(List<DecodedHeader.Field> fields) {
    return fields.stream().map(field -> field.name() + "=" + field.value()).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "31160002 007b 00 a0 0102030405060708 1112131415161718 | READ | proof-of-transit namespaceId=123 potType=0 potFlags=0xa0 packetId=0x0102030405060708 cumulative=0x1112131415161718",
      "31160002 007b 05 a0 0102030405060708 1112131415161718 | UNSUPPORTED | proof-of-transit namespaceId=123 potType=5 potFlags=0xa0 data=01020304050607081112131415161718",
      "31120002 007b 00 a0 0102030405060708 11121314 | MALFORMED | proof-of-transit namespaceId=123 potType=0 potFlags=0xa0 data=010203040506070811121314",
      "31060002 007b 00 00 | MALFORMED | proof-of-transit namespaceId=123 potType=0 potFlags=0x00",
      "31050002 007b 05 | MALFORMED | proof-of-transit data=007b05",
      "11060003 ffff 0000 | READ | edge-to-edge namespaceId=65535 e2eType=0x0000",
      "110e0003 007b 8000 0000000100000002 | READ | edge-to-edge namespaceId=123 e2eType=0x8000 sequenceNumber64=4294967298",
      "110e0003 007b 8000 ffffffffffffffff | READ | edge-to-edge namespaceId=123 e2eType=0x8000 sequenceNumber64=18446744073709551615",
      "110a0003 007b 4000 00000009 | READ | edge-to-edge namespaceId=123 e2eType=0x4000 sequenceNumber32=9",
      "110a0003 007b 2000 00000009 | READ | edge-to-edge namespaceId=123 e2eType=0x2000 timestampSeconds=9",
      "110a0003 007b 1000 00000009 | READ | edge-to-edge namespaceId=123 e2eType=0x1000 timestampFraction=9",
      "110a0003 8000 1000 00000009 | READ | edge-to-edge namespaceId=32768 e2eType=0x1000 timestampFractionNs=9",
      "110a0003 8000 1000 ffffffff | READ | edge-to-edge namespaceId=32768 e2eType=0x1000 timestampFractionNs=unavailable",
      "111a0003 007b f000 0000000000000001 00000002 00000003 00000004 | READ | edge-to-edge namespaceId=123 e2eType=0xf000 sequenceNumber64=1 sequenceNumber32=2 timestampSeconds=3 timestampFraction=4",
      "110e0003 007b 4000 00000009 0000000a | MALFORMED | edge-to-edge namespaceId=123 e2eType=0x4000 sequenceNumber32=9 data=0000000a",
      "110a0003 007b 8000 00000009 | MALFORMED | edge-to-edge namespaceId=123 e2eType=0x8000 data=00000009",
      "11060003 007b 1000 | MALFORMED | edge-to-edge namespaceId=123 e2eType=0x1000",
      "110e0003 007b 4800 00000009 0000000a | UNSUPPORTED | edge-to-edge namespaceId=123 e2eType=0x4800 sequenceNumber32=9 data=0000000a",
      "11030003 00 | MALFORMED | edge-to-edge data=00",
      "110a0004 007b 01 00 d20000 00 | READ | direct-export namespaceId=123 flags=0x01 extensionFlags=0x00 traceType=0xd20000",
      "11160004 007b 00 c1 d20000 00 00000009 0000000a 0000000b | READ | direct-export namespaceId=123 flags=0x00 extensionFlags=0xc1 traceType=0xd20000 flowId=9 sequenceNumber=10 extension7=0x0000000b",
      "110e0004 007b 00 20 d20000 00 fffffffe | READ | direct-export namespaceId=123 flags=0x00 extensionFlags=0x20 traceType=0xd20000 extension2=0xfffffffe",
      "110e0004 007b 00 c0 d20000 00 00000009 | MALFORMED | direct-export namespaceId=123 flags=0x00 extensionFlags=0xc0 traceType=0xd20000 data=00000009",
      "110e0004 007b 00 00 d20000 00 00000009 | MALFORMED | direct-export namespaceId=123 flags=0x00 extensionFlags=0x00 traceType=0xd20000 data=00000009",
      "11090004 007b 00 00 d20000 | MALFORMED | direct-export data=007b0000d20000",
      "31060005 abcd 0102 | UNSUPPORTED | 5 data=abcd0102", "310200ff | UNSUPPORTED | 255"})
  void describesOptionsWithoutTraces(String option, DecodeStatus outcome, String said) {
    byte[] bytes = option(option);
    DecodedHeader description = describe(bytes, bytes.length, 0xFF);
    assertThat(description.outcome()).isEqualTo(outcome);
    assertThat(said(description.header()))
        .isEqualTo("header=hop-by-hop optionType=0x" + option.substring(0, 2) + " ioamType=" + said);
    assertThat(description.hops()).isEmpty();
    assertThat(description.format()).isEqualTo("ioam");
    assertThat(describe(bytes, bytes.length, 0x00)).as("whatever stands around it").isEqualTo(description);
  }

  @Test
  void describesTracesInPathOrder() {
    for (String type : new String[] {"00", "01"}) {
      byte[] bytes = option("313200" + type + " 80002800d2080000" + NODES);
      DecodedHeader description = describe(bytes, bytes.length, 0xFF);
      assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
      assertThat(said(description.header())).isEqualTo(
          "header=hop-by-hop optionType=0x31 ioamType=" + (type.equals("00") ? "pre-allocated-trace" : "incremental-trace")
              + " namespaceId=32768 nodeLen=5 overflow=false loopback=false active=false remainingLen=0 traceType=0xd20800");
      assertThat(description.hops().stream().map(IoamOptionDescriberTest::said)).containsExactly(
          "hopLimit=62 nodeId=2 ingressIf=1 egressIf=4 timestampFractionNs=unavailable queueDepthBytes=1 txBytes=2",
          "hopLimit=63 nodeId=1 ingressIf=3 egressIf=2 timestampFractionNs=234567890 queueDepthBytes=40000 txBytes=705032704");
    }
  }

  @Test
  void freeRoomIsNoNode() {
    byte[] bytes = option("311a0000 80002002 d2000000 0000000000000000 3f000001 00030002");
    assertThat(describe(bytes, bytes.length, 0).outcome()).as("half a node of four words").isEqualTo(DecodeStatus.MALFORMED);
    bytes = option("31220000 80002002 d2000000 0000000000000000 3f000001 00030002 00000007 00000008");
    DecodedHeader description = describe(bytes, bytes.length, 0);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops().stream().map(IoamOptionDescriberTest::said))
        .containsExactly("hopLimit=63 nodeId=1 ingressIf=3 egressIf=2 timestampFractionNs=7 queueDepthBytes=8");
  }

  @Test
  void omitsFreeRoomAndDescribesOddBytesUndivided() {
    byte[] reserved = option("31120000 80001002 03000000 00000000 00000000");
    DecodedHeader description = describe(reserved, reserved.length, 0);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(said(description.header())).endsWith(" remainingLen=2 traceType=0x030000");
    assertThat(description.hops()).isEmpty();
    byte[] odd = option("310e0001 80001002 03000000 12345678");
    description = describe(odd, odd.length, 0);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(said(description.header())).endsWith(" traceType=0x030000 data=12345678");
  }

  @Test
  void describesEachFlagOfATrace() {
    for (String flag : new String[] {"overflow 2400", "loopback 2200", "active 2100"}) {
      byte[] bytes = option("310a0000 8000" + flag.split(" ")[1] + "d2000000");
      String said = said(describe(bytes, bytes.length, 0).header());
      assertThat(said).contains(flag.split(" ")[0] + "=true");
      assertThat(said.split("=true", -1)).as(said).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "31320000 80002800d2080000 3f000001 00030002 0dfb38d2 00009c40 2a05f200 3e000002 00010004 ffffffff 00000001 00000002",
      "310a0001 8000280ad2080000", "31120001 80001002 03000000 00000001 00000002",
      "31160002 007b00a0 0102030405060708 1112131415161718", "111a0003 007bf000 0000000000000001 00000002 00000003 00000004",
      "11160004 007b00e0 d2000000 00000009 0000000a 0000000b", "31060040 abcd0102"})
  void describesTruncatedCapturesUpToTheirEnd(String option) {
    byte[] bytes = option(option);
    String whole = said(describe(bytes, bytes.length, 0).header());
    String shorter = "";
    for (int captured = 2; captured < bytes.length; captured++) {
      DecodedHeader cut = describe(bytes, captured, 0);
      assertThat(cut.outcome()).as("%d bytes", captured).isEqualTo(DecodeStatus.TRUNCATED);
      String said = said(cut.header());
      assertThat(whole).startsWith(said);
      assertThat(said).startsWith(shorter);
      assertThat(said.contains("ioamType")).as("%d bytes", captured).isEqualTo(captured >= 4);
      boolean trace = bytes[3] <= 1;
      assertThat(said.contains("traceType")).as("%d bytes", captured).isEqualTo(trace && captured >= 12);
      shorter = said;
    }
  }

  @Test
  void rejectsOptionsWithContradictingLengths() {
    byte[] bytes = option("310a0000 80002000d2000000");
    assertThat(describer.describe("destination", bytes, 0, 12, 12).outcome()).isEqualTo(DecodeStatus.READ);
    DecodedHeader beyond = describer.describe("destination", bytes, 0, 11, 12);
    assertThat(beyond.outcome()).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(said(beyond.header())).isEqualTo("header=destination optionType=0x31");
    for (String empty : new String[] {"3100", "310100"}) {
      byte[] tight = option(empty);
      assertThat(describer.describe("destination", tight, 0, tight.length, tight.length).outcome()).as(empty)
          .isEqualTo(DecodeStatus.MALFORMED);
    }
  }

  @Test
  void optionsAreThoseOfTheRegistryAndThoseOfTheFormats() {
    assertThat(describer.isIoam(0x31)).isTrue();
    assertThat(describer.isIoam(0x11)).isTrue();
    assertThat(describer.isIoam(0x1E)).isFalse();
    var own = new IoamFormat(0x3E, 7, 0xD20000, 12, 0, IoamTimestampFormat.POSIX, 1, 1);
    var of = new IoamOptionDescriber(List.of(NativeFormat.DEFAULT, own, DraftFormat.DEFAULT));
    assertThat(of.isIoam(0x3E)).isTrue();
    assertThat(of.isIoam(0x31)).isTrue();
    assertThat(of.isIoam(0x11)).isTrue();
    assertThat(of.isIoam(0x1E)).isFalse();
    byte[] bytes = option("3e0a0003 00071000 00000009");
    assertThat(said(of.describe("hop-by-hop", bytes, 0, 12, 12).header())).isEqualTo(
        "header=hop-by-hop optionType=0x3e ioamType=edge-to-edge namespaceId=7 e2eType=0x1000 timestampFractionUs=9");
  }

  /** One node with one bit, in a configured namespace and in another one. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"800000 | 3f00000a | hopLimit=63 nodeId=10 | hopLimit=63 nodeId=10",
      "800000 | ffffffff | hopLimit=255 nodeId=unavailable | hopLimit=255 nodeId=unavailable",
      "400000 | 0003ffff | ingressIf=3 egressIf=unavailable | ingressIf=3 egressIf=unavailable",
      "200000 | 0000000a | timestampSeconds=10 | timestampSeconds=10",
      "100000 | 0000000a | timestampFractionNs=10 | timestampFraction=10",
      "080000 | 00001388 | transitDelayNs=5000 | transitDelayNs=5000",
      "080000 | 7fffffff | transitDelayNs=2147483647 | transitDelayNs=2147483647",
      "080000 | 80000000 | transitDelayNs=overflow | transitDelayNs=overflow",
      "080000 | ffffffff | transitDelayNs=unavailable | transitDelayNs=unavailable",
      "040000 | deadbeef | namespaceData=0xdeadbeef | namespaceData=0xdeadbeef",
      "040000 | ffffffff | namespaceData=unavailable | namespaceData=unavailable",
      "020000 | 00000064 | queueDepthBytes=8000 | queueDepth=100",
      "020000 | ffffffff | queueDepthBytes=unavailable | queueDepth=unavailable",
      "010000 | 00001234 | checksumComplement=0x00001234 | checksumComplement=0x00001234",
      "008000 | 3f00000000000001 | hopLimitWide=63 nodeIdWide=1 | hopLimitWide=63 nodeIdWide=1",
      "008000 | 3fffffffffffffff | hopLimitWide=63 nodeIdWide=unavailable | hopLimitWide=63 nodeIdWide=unavailable",
      "004000 | 0001000000000002 | ingressIfWide=65536 egressIfWide=2 | ingressIfWide=65536 egressIfWide=2",
      "002000 | 00000000deadbeef | namespaceDataWide=0x00000000deadbeef | namespaceDataWide=0x00000000deadbeef",
      "002000 | ffffffffffffffff | namespaceDataWide=unavailable | namespaceDataWide=unavailable",
      "001000 | 00000007 | bufferOccupancy=7 | bufferOccupancy=7", "000800 | 00000007 | txBytes=7000 | undefined12=0x00000007",
      "000800 | ffffffff | txBytes=unavailable | undefined12=unavailable",
      "000004 | 00000007 | undefined21=0x00000007 | undefined21=0x00000007",
      "000002 | 0100004d41424344 | schemaId=77 opaqueData=41424344 | schemaId=77 opaqueData=41424344",
      "000002 | 00ffffff | schemaId=unavailable opaqueData= | schemaId=unavailable opaqueData="})
  void everyFieldHasItsNameItsUnitAndAValueForNone(String type, String data, String configured, String unknown) {
    var units = new IoamOptionDescriber(List.of(new IoamFormat(0x31, 7, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 80, 1000)));
    int nodeLen = type.equals("000002") ? 0 : data.length() / 8;
    for (int namespace : new int[] {7, 8}) {
      byte[] bytes = option("31" + HexFormat.of().toHexDigits((byte) (10 + data.length() / 2)) + "0000"
          + HexFormat.of().toHexDigits((short) namespace) + HexFormat.of().toHexDigits((short) (nodeLen << 11)) + type + "00"
          + data);
      DecodedHeader description = units.describe("hop-by-hop", bytes, 0, bytes.length, bytes.length);
      assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
      assertThat(description.hops()).hasSize(1);
      assertThat(said(description.hops().getFirst())).isEqualTo(namespace == 7 ? configured : unknown);
    }
  }
}
