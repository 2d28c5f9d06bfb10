package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of opcodes and syndromes. */
class CodesTest {
  @ParameterizedTest
  @CsvSource({"0x06,WRITE_FIRST,16", "0x07,WRITE_MIDDLE,0", "0x08,WRITE_LAST,0", "0x09,WRITE_LAST_IMMEDIATE,4",
      "0x0A,WRITE_ONLY,16", "0x0B,WRITE_ONLY_IMMEDIATE,20", "0x0C,READ_REQUEST,16", "0x0D,READ_RESPONSE_FIRST,4",
      "0x0E,READ_RESPONSE_MIDDLE,0", "0x0F,READ_RESPONSE_LAST,4", "0x10,READ_RESPONSE_ONLY,4", "0x11,ACKNOWLEDGE,4",
      "0x64,UD_SEND_ONLY,8", "0x81,CNP,16", "0xC0,PROBE,0", "0xC1,NOTIFICATION,8", "0xC2,WINDOW,0", "0xC3,SWITCH_ANSWER,4",
      "0xC4,SWITCH_ANSWER_AHEAD,4", "0xC5,TALLY,12", "0xC6,PATH_PROBE,0", "0xC7,PATH_REPORT,4", "0xC8,TRIMMED,0",
      "0xC9,RETURNED,0", "0x26,UNRELIABLE_WRITE_FIRST,16", "0x27,UNRELIABLE_WRITE_MIDDLE,0", "0x28,UNRELIABLE_WRITE_LAST,0",
      "0x2A,UNRELIABLE_WRITE_ONLY,16"})
  void opcodes(int code, Opcode opcode, int extended) {
    assertThat(Opcode.of(code)).isEqualTo(opcode);
    assertThat(opcode.code()).isEqualTo(code);
    assertThat(opcode.extendedBytes()).isEqualTo(extended);
  }

  @Test
  void otherOpcodesAreUnknown() {
    assertThat(IntStream.range(0, 256).filter(code -> Opcode.of(code) == Opcode.UNKNOWN)).hasSize(256 - 28);
    assertThat(Opcode.of(0x24)).isEqualTo(Opcode.UNKNOWN); // UC SEND ONLY
    assertThat(Opcode.of(0x04)).isEqualTo(Opcode.UNKNOWN); // RC SEND ONLY
    assertThat(Opcode.UNKNOWN.code()).isNegative();
  }

  @Test
  void syndromes() {
    assertThat(IntStream.range(0, 256).filter(Aeth::isAck))
        .containsExactly(IntStream.range(0, 0x20).boxed().toArray(Integer[]::new));
    assertThat(IntStream.range(0, 256).filter(Aeth::isRnrNak)).hasSize(32).startsWith(0x20);
    assertThat(IntStream.range(0, 256).filter(Aeth::isNak)).hasSize(32).startsWith(0x60, 0x61, 0x62, 0x63, 0x64);
  }

  @Test
  void credits() {
    assertThat(IntStream.range(0, 31).map(Aeth::credits)).containsExactly(0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128,
        192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768);
    assertThat(Aeth.credits(Aeth.ACK)).isEqualTo(-1);
  }

  @Test
  void receiverNotReadyTimes() {
    assertThat(IntStream.range(0, 32).mapToLong(code -> Aeth.rnrPs(Aeth.RNR_NAK + code) / 10_000_000)).containsExactly(65536L, 1L,
        2L, 3L, 4L, 6L, 8L, 12L, 16L, 24L, 32L, 48L, 64L, 96L, 128L, 192L, 256L, 384L, 512L, 768L, 1024L, 1536L, 2048L, 3072L,
        4096L, 6144L, 8192L, 12288L, 16384L, 24576L, 32768L, 49152L);
  }
}
