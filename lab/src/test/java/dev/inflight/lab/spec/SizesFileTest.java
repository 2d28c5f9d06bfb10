package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.sim.workload.size.SizeDistribution;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distributions of sizes as other tools write them: what points they become, or why they are refused. */
class SizesFileTest {
  private final List<String> warnings = new ArrayList<>();

  private String points(String text, String packet) {
    var file = InputText.of(Path.of("c.txt"), text.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8));
    return Notices.collect(warnings, () -> SizesFile.points(SizesFile.withoutComments(file), packet));
  }

  /** HPCC's traffic generator, parts of one, tabs, commas, comments, decimals, and the other order. */
  @ParameterizedTest
  @ValueSource(strings = {"0 0\n1000 60\n50000 100", "0 0\n1000 0.6\n50000 1", "# sizes\n0\t0\n\n 1000\t.60 # most\n50000\t1.0\n",
      "0,0\n1000, 60\n50000,100.0", "0 0\r\n1000.0 60\r\n5e4 100\r\n", "0 0\n0.6 1000\n1.0 50000", "0 0\n60 1000\n100 50000"})
  void readsPointsInEveryNotation(String text) {
    assertThat(points(text, null)).isEqualTo("0 0, 1000 60, 50000 100");
    assertThat(warnings).isEmpty();
  }

  /** Tables of spreadsheets have names of columns in their first line. */
  @ParameterizedTest
  @ValueSource(strings = {"size,cdf\n0,0\n1000,0.6\n50000,1", "bytes;per cent\n0;0\n1000;60\n50000;100",
      "\"CDF\" \"flow_size (bytes)\"\n0 0\n0.6 1000\n1 50000"})
  void namesOfColumnsAreNoPoint(String text) {
    assertThat(points(text, null)).isEqualTo("0 0, 1000 60, 50000 100");
    assertThat(warnings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"size_kb,cdf", "Size (MB);CDF", "packets,probability"})
  void columnOfAnotherUnitNeedsTheUnit(String header) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> points(header + "\n0,0\n10,0.6\n500,1", null))
        .withMessageContaining("c.txt:1: ").withMessageContaining("in another unit than bytes");
    assertThat(points(header + "\n0,0\n10,0.6\n500,1", "1000B")).isEqualTo("0 0, 10000 60, 500000 100");
  }

  @Test
  void partsOfOneAreExact() {
    assertThat(points("0 0\n36 0.108913\n77 0.57\n100 1", null)).isEqualTo("0 0, 36 10.8913, 77 57, 100 100");
  }

  @Test
  void sizeThatIsThereTwiceIsAStep() {
    assertThat(points("70 0\n70 0.25\n150 0.5\n300 0.5\n300 1", null)).isEqualTo("69 0, 70 25, 150 50, 299 50, 300 100");
    assertThat(points("1 0\n1 0.2\n1 0.5\n2 0.5\n2 1", null)).isEqualTo("0 0, 1 50, 2 100");
  }

  @Test
  void firstPointAboveZeroIsSpreadFromZero() {
    assertThat(points("1000 0.25\n5000 1", null)).isEqualTo("0 0, 1000 25, 5000 100");
    assertThat(warnings)
        .containsExactly("c.txt:1: the first line is at 25 per cent, not at 0; sizes below 1000 bytes are taken as"
            + " evenly spread from 0, as traffic generators do");
  }

  /** Homa's files start with the mean, and flows have exactly the listed sizes. */
  @Test
  void meanInTheFirstLineMakesSteps() {
    String points = points("28046\n100  0.5\n1448  0.65\n2896 0.75\n14480 0.9\n253172 1.0", null);
    assertThat(points).startsWith("99 0, 100 50, 1447 50, 1448 65, ").endsWith("253171 90, 253172 100");
    assertThat(SizeDistribution.of("Homa", points).meanBytes()).isCloseTo(28_046, within(1e-6));
    assertThat(warnings).isEmpty();
  }

  @Test
  void reportsMeanThatDiffers() {
    points("185\n50 0\n100000 1", null);
    assertThat(warnings)
        .containsExactly("c.txt:1: the first line states a mean of 185, and that of the lines below is 100000, which is used");
  }

  @Test
  void convertsPacketsToBytes() {
    assertThat(points("1.5\n1 0.5\n2 1", "1442B")).isEqualTo("1441 0, 1442 50, 2883 50, 2884 100");
    assertThat(points("1.5\n1 0.5\n2 1", "1B")).isEqualTo("0 0, 1 50, 2 100");
    assertThat(points("0 1 0\n6 1 0.15\n20 1 1", "1460")).isEqualTo("0 0, 8760 15, 29200 100");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "100\\n1 0.5\\n200 1|c.txt:1: this file starts with a mean, as Homa's do, with sizes in packets (DCTCP) or bytes; the"
          + " largest size, 200, fits both; write sizes=file(path=..., packet=1B) for bytes, or packet=1442B",
      "0 1 0\\n6 1 0.15\\n20 1 1|c.txt:1: of three values (packets number part, as in ns-2's files) the first counts packets in"
          + " most files; write sizes=file(path=..., packet=1460B), or packet=1B if it counts bytes",
      "0 0\\n50 60\\n100 100|c.txt:1: the lines can be 'bytes per-cent' or 'per-cent bytes'; add a comment line or a point that"
          + " decides, such as a last size above 100",
      "0 0\\n10 99|c.txt:2: the last line must be at 100 per cent, or at 1 in parts of one, found 99",
      "0 0\\n10 0.47|c.txt:2: the last line must be at 100 per cent, or at 1 in parts of one, found 0.47",
      "0 0.1\\n10 1|c.txt:1: 10 per cent of flows would have 0 bytes",
      "0 0\\n20 50\\n10 100|c.txt:3: bytes 10 is below 20, that of" + " the line before",
      "1 0 400000 0.0\\n2 0 1 0|c.txt:1: expected 2 values (bytes per-cent), found 4",
      "0 0\\n1.5 1|c.txt:2: bytes '1.5' does not fit: it is not a whole number of bytes; the nearest are 1 and 2"})
  void rejectsAmbiguousSizes(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> points(text, null)).withMessage(message);
  }
}
