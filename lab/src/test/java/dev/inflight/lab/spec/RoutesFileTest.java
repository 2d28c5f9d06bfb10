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

class RoutesFileTest {
  private static String rows(String text) {
    return RoutesFile.rows(SizesFile.withoutComments(InputText.of(Path.of("routes.csv"), text.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void linesAreRowsWithoutHeaderAndComments() {
    assertThat(rows("source,destination,node,next,weight\n*,5,leaf0,spine1,3 # most\n\n# all of host 0\n0 * leaf0  spine0\n"))
        .isEqualTo("* 5 leaf0 spine1 3, 0 * leaf0 spine0");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "'0,5,8,10\n\n0,5,8'|routes.csv:3: this line has 3 columns; a row is source, destination, switch, next switch and"
          + " optionally a weight",
      "'# nothing\nsource,destination,node,next\n'|routes.csv: this file has no routes; a line has source, destination,"
          + " switch and next switch, as in 0,5,8,10"})
  void rejectsInvalidLines(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> rows(text)).withMessage(message);
  }
}
