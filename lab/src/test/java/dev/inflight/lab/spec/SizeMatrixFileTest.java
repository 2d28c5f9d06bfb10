package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes of an all-to-all by pair of ranks: content of a file, and errors. */
class SizeMatrixFileTest {
  private static String rows(String text) {
    var file = InputText.of(Path.of("m.txt"), text.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8));
    return SizeMatrixFile.rows(SizesFile.withoutComments(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 1000\n2000000 0", "# sent\n0,1KB\n\n2MB, 0 # by rank 1\n", "0;1000\r\n2e6;0"})
  void readsSizesInEveryNotation(String text) {
    assertThat(rows(text)).isEqualTo("0 1000, 2000000 0");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "'# nothing'|m.txt: this file has no sizes; a line has what one rank sends to each, as in 0 1000 2000",
      "'0 1\\n2 0 3'|m.txt:2: this line has 3 sizes and the file 2 lines; a rank sends a size to each rank, so both are the number of ranks",
      "'0 1'|m.txt:1: this line has 2 sizes and the file 1 lines; a rank sends a size to each rank, so both are the number of ranks",
      "'0 2000TB\\n1 0'|m.txt:1: size 2000000000000000 is above 1125899906842624 bytes"})
  void rejectsInvalidMatrices(String text, String sentence) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> rows(text)).withMessage(sentence);
  }

  @Test
  void rejectsMoreRanksThanHaveRoom() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> rows("0\n".repeat(1025)))
        .withMessage("m.txt:1025: a matrix of 1025 ranks; at most 1024 have room");
  }
}
