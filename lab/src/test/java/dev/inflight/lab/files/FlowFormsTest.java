package dev.inflight.lab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flow files: the columns of several tools, lines after the count, and ambiguous columns. */
class FlowFormsTest {
  private static final Topology STAR = new Star(16, 100_000_000_000L, 1_000_000).build();
  private static final String WITH_PORT = "source destination priority port bytes start-seconds";
  private static final String WITHOUT_PORT = "source destination priority bytes start-seconds";

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();

  private List<String> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("f.txt"), text.replace("\\n", "\n"));
    var flows = new FlowTable();
    Notices.collect(warnings, () -> {
      new FileFlows(file.toString(), StartTimeStyle.DECIMAL, FlowColumnOrder.AUTO).addTo(flows, STAR, 1);
      return true;
    });
    var read = new ArrayList<String>();
    for (int flow = 0; flow < flows.count(); flow++) {
      read.add(flows.source(flow) + ">" + flows.destination(flow) + " priority " + flows.priority(flow) + " port "
          + flows.destinationPort(flow) + " bytes " + flows.sizeBytes(flow) + " ps " + flows.startPs(flow));
    }
    return read;
  }

  /** HPCC, ConWeave, and flows that are numbered from 0 or 1. */
  @ParameterizedTest
  @ValueSource(strings = {"2\n3 1 3 100 5000 2\n4 2 3 100 5000 2.0\n", "2 \n3 1 3 5000 2\n4  2\t3 5000 2.000000000\n",
      "2\n0 3 1 3 100 5000 2\n1 4 2 3 100 5000 2\n", "2\n1 3 1 3 100 5000 2\n2 4 2 3 100 5000 2\n"})
  void readsColumnsOfTools(String text) throws IOException {
    assertThat(read(text)).containsExactly("3>1 priority 3 port 100 bytes 5000 ps 2000000000000",
        "4>2 priority 3 port 100 bytes 5000 ps 2000000000000");
    assertThat(warnings).isEmpty();
  }

  /** Generators print the shortest decimal of a double, which may be finer than a picosecond. */
  @Test
  void cutsAStartThatIsFinerThanAPicosecond() throws IOException {
    assertThat(read("3\n0 1 3 100 5000 2.000000000001\n0 1 3 100 5000 2.00000000000199\n2 1 3 100 5000 2.0000000000020\n"))
        .containsExactly("0>1 priority 3 port 100 bytes 5000 ps 2000000000001",
            "0>1 priority 3 port 100 bytes 5000 ps 2000000000001", "2>1 priority 3 port 100 bytes 5000 ps 2000000000002");
    assertThat(warnings).containsExactly(
        folder.resolve("f.txt") + ":3: start '2.00000000000199' is finer than a picosecond and is read as 2.000000000001");
  }

  /** Python writes starts below 0.0001 s with an exponent. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"1.2345678901234567e-05|12345678|0.000012345678", "2E-13|0|0.000000000000",
      "0.20000000000000199e1|2000000000000|2.000000000000", "2.0000000000000000e0|2000000000000|", "1.5e-12|1|0.000000000001"})
  void cutsStartsWithAnExponent(String start, long ps, String read) throws IOException {
    assertThat(read("1\n0 1 3 100 5000 " + start + "\n")).containsExactly("0>1 priority 3 port 100 bytes 5000 ps " + ps);
    assertThat(warnings).isEqualTo(read == null
        ? List.of()
        : List.of(folder.resolve("f.txt") + ":2: start '" + start + "' is finer than a picosecond and is read as " + read));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"-1e-13|start '-1e-13' is before 0",
      "-1.00000000000001|start '-1.00000000000001' is before 0", "1e-5s|start '1e-5s' is not a number"})
  void rejectsInvalidStarts(String start, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("1\n0 1 3 100 5000 " + start + "\n"))
        .withMessageContaining(":2: " + message);
  }

  @Test
  void warnsOfLinesBehindTheCount() throws IOException {
    assertThat(read("1\n0 1 3 100 5000 2\n2 1 3 100 70000 2\n\nsource destination\n")).hasSize(1);
    assertThat(warnings)
        .containsExactly(folder.resolve("f.txt") + ":3: 2 lines from here on are not read: line 1 announces 1 flow");
  }

  @Test
  void largePortsKeepTheirLower16Bits() throws IOException {
    assertThat(read("2\n0 1 3 65537 5000 2\n0 1 3 70000 5000 2\n")).containsExactly(
        "0>1 priority 3 port 1 bytes 5000 ps 2000000000000", "0>1 priority 3 port 4464 bytes 5000 ps 2000000000000");
    assertThat(warnings).containsExactly(folder.resolve("f.txt")
        + ":2: port 65537 has more than 16 bits; its lower 16 are used, 1, as in the authors' simulator (and 1 more like this)");
  }

  @Test
  void emptyFlowsOfConWeaveHaveOneByte() throws IOException {
    assertThat(read("1\n0 1 3 0 2\n")).containsExactly("0>1 priority 3 port 100 bytes 1 ps 2000000000000");
    assertThat(warnings)
        .containsExactly(folder.resolve("f.txt") + ":2: a flow of 0 bytes has 1 byte, as in ConWeave's simulator");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "1\\n2 1 3 10000000 2.0 9.5|the last two columns are a start and a stop, as in: source destination priority packets"
          + " start-seconds stop-seconds; flows that stop at a time are not available",
      "1\\n2 1 3 10000 2 9|the columns can be '" + WITH_PORT + "' or 'source destination priority packets start-seconds"
          + " stop-seconds'; columns=authors reads the first, which can also be written without the port; flows that stop at a time are not available",
      "2\\n0 3 1 3 5000 2\\n1 4 2 3 5000 2|the columns can be '" + WITH_PORT + "' or 'number source destination priority bytes"
          + " start-seconds'; columns=authors reads the first, which can also be written without the port, the second without the number: "
          + WITHOUT_PORT,
      "2\\n0 3 12 3 5000 2\\n1 4 2 3 5000 2|the first column counts the flows, as in: number source destination priority bytes"
          + " start-seconds",
      "2\\n0 3 12 5000 2\\n1 4 2 5000 2|the first column counts the flows, as in: number source destination bytes start",
      "2\\n0 3 1 5000 2\\n1 4 2 5000 2|the columns can be '" + WITHOUT_PORT + "' or 'number source destination bytes start'",
      "1\\n3 1 5000 2 4|of five columns the third must be a priority, 1 to 7, as in: " + WITHOUT_PORT,
      "1\\n3 1 3 100 5000000|the columns can be '" + WITHOUT_PORT + "' or 'source destination priority port bytes'",
      "1\\n3 1 3 100 5000 2 4|the last two columns are a start and a stop, as in: " + WITH_PORT
          + " stop-seconds; flows that stop at a time are not available",
      "1\\n2 3 3 3 100 5000 2|the columns can be 'number " + WITH_PORT + "' or '" + WITH_PORT + " stop-seconds'",
      "1\\n2 3 0 0 100 5000 2|of seven columns the fourth must be a priority, 1 to 7, as in: number " + WITH_PORT})
  void rejectsAmbiguousColumns(String text, String message) {
    String ask = "; write the columns as " + WITH_PORT;
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text)).satisfies(refused -> assertThat(
        refused.getMessage().replace(ask, "")).isEqualTo(folder.resolve("f.txt") + ":2: " + message));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"1 flow\\n0 1 3 100 5000 2|1: expected 1 value (number of flows), found 2",
      "2\\n0 1 3 100 5000 2|1: the number of flows is 2, found 1",
      "2\\n0 1 3 100 5000 2\\nend|3: expected 6 values (" + WITH_PORT + "), found 1",
      "1\\n0 1 3 100 0 0|2: flow size 0 is below 1", "1\\n0 1 3 100 -5 2|2: flow size -5 is below 1",
      "1\\n0 1 0 100 5000 2|2: priority 0 is outside 1 to 7", "1\\n0 1 3 -1 5000 2|2: port -1 is outside 0 to 4294967295",
      "1\\n0 1 3 100 4e6 2|2: flow size '4e6' is not a whole number", "1\\n0 1 3 100 5000 -2|2: start '-2' is before 0"})
  void refusesValuesThatNoToolReads(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text)).withMessage(folder.resolve("f.txt") + ":" + message);
  }
}
