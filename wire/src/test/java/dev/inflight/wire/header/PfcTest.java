package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.util.BigEndian;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PfcTest {
  private static final int AT = 5;
  private static final long SOURCE = 0x0212_3456_789AL;
  private static final long G = 1_000_000_000;

  private final byte[] bytes = new byte[80];

  PfcTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  private String written(int size) {
    assertThat(bytes[AT + size]).isEqualTo((byte) 0xEE);
    return HexFormat.of().formatHex(bytes, AT, AT + size);
  }

  @Test
  void priorities() {
    int size = Pfc.write(bytes, AT, SOURCE);
    Pfc.quanta(bytes, AT, 3, 0xFFFF);
    Pfc.quanta(bytes, AT, 7, 0x1234);
    Pfc.quanta(bytes, AT, 0, 0);
    assertThat(size).isEqualTo(60);
    assertThat(written(size)).isEqualTo("0180c2000001" + "02123456789a" + "8808" + "0101" + "0089" + "0000" + "0000" + "0000"
        + "ffff" + "0000" + "0000" + "0000" + "1234" + "00".repeat(26));
    assertThat(Pfc.is(bytes, AT, size)).isTrue();
    assertThat(Pfc.isPause(bytes, AT, size)).isFalse();
    assertThat(Pfc.enabled(bytes, AT)).isEqualTo(0b1000_1001);
    assertThat(Pfc.quanta(bytes, AT, 3)).isEqualTo(0xFFFF);
    assertThat(Pfc.quanta(bytes, AT, 7)).isEqualTo(0x1234);
    assertThat(Pfc.quanta(bytes, AT, 0)).isZero();
  }

  /** PAUSE, which Inflight never sends: opcode 1, and one time for all priorities. */
  private int writePause(int quanta) {
    int size = Pfc.write(bytes, AT, SOURCE);
    BigEndian.set16(bytes, AT + 14, 1);
    BigEndian.set16(bytes, AT + 16, quanta);
    return size;
  }

  @Test
  void everything() {
    int size = writePause(0x8001);
    assertThat(Pfc.isPause(bytes, AT, size)).isTrue();
    assertThat(Pfc.is(bytes, AT, size)).isFalse();
    assertThat(Pfc.pauseQuanta(bytes, AT)).isEqualTo(0x8001);
  }

  @Test
  void truncatedFramesAreNeither() {
    Pfc.write(bytes, AT, SOURCE);
    assertThat(Pfc.is(bytes, AT, 34)).isTrue();
    assertThat(Pfc.is(bytes, AT, 33)).isFalse();
    writePause(1);
    assertThat(Pfc.isPause(bytes, AT, 18)).isTrue();
    assertThat(Pfc.isPause(bytes, AT, 17)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1,10,51200", "1,25,20480", "1,100,5120", "1,200,2560", "1,400,1280", "65535,100,335539200", "65535,400,83884800",
      "65535,1,33553920000", "0,100,0", "3,1600,960"})
  void quantaAreTimes(int quanta, long rate, long timePs) {
    assertThat(Pfc.timePs(quanta, rate * G)).isEqualTo(timePs);
    assertThat(Pfc.quanta(timePs, rate * G)).isEqualTo(quanta);
  }

  @Test
  void timesAreRoundedUp() {
    assertThat(Pfc.timePs(1, 3 * G)).isEqualTo(170_667);
    assertThat(Pfc.quanta(1, 100 * G)).isEqualTo(1);
    assertThat(Pfc.quanta(5121, 100 * G)).isEqualTo(2);
    assertThat(Pfc.quanta(1_000_000_000, 400 * G)).isEqualTo(Pfc.MOST_QUANTA);
  }

  @Test
  void quantaOfASlowLink() {
    assertThat(Pfc.quanta(0, 1_000_000)).isZero();
    assertThat(Pfc.quanta(512_000_000L, 1_000_000)).isEqualTo(1);
    assertThat(Pfc.quanta(512_000_001L, 1_000_000)).isEqualTo(2);
    assertThat(Pfc.quanta(1_000_000_000_000L, 1_000_000)).as("a second").isEqualTo(1954);
  }

  @Test
  void anotherEtherTypeIsNoPause() {
    int size = Pfc.write(bytes, AT, SOURCE);
    bytes[AT + 13] = 0x09;
    assertThat(Pfc.is(bytes, AT, size)).isFalse();
    writePause(1);
    bytes[AT + 13] = 0x09;
    assertThat(Pfc.isPause(bytes, AT, size)).isFalse();
  }

  /** A bridge forwards frames to a station: only those that it does not forward can be from the link's other end. */
  @Test
  void framesToAStationAreNoPauses() {
    int size = Pfc.write(bytes, AT, SOURCE);
    bytes[AT + 5] ^= 2;
    assertThat(Pfc.is(bytes, AT, size)).isFalse();
    writePause(1);
    bytes[AT] = 0;
    assertThat(Pfc.isPause(bytes, AT, size)).isFalse();
  }
}
