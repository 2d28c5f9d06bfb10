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

/** Tables of flows with named columns: units, other columns, and errors. */
class FlowCsvTest {
  private static final Topology STAR = new Star(16, 100_000_000_000L, 1_000_000).build();

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private FlowTable read(String text) throws IOException {
    String file = Files.writeString(folder.resolve("f.csv"), text.replace("\\n", "\n")).toString();
    var flows = new FlowTable();
    Notices.collect(warnings, notes, () -> {
      new FileFlows(file, StartTimeStyle.DECIMAL, FlowColumnOrder.AUTO).addTo(flows, STAR, 1);
      return true;
    });
    return flows;
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"src,dst,size,start_us\\n2,7,1500,2.5", "start_time_ns;flow_size;to;from\\n2500;1.5KB;7;2",
      "Source Host\\tDestination Host\\tSize (KB)\\tArrival Time (ms)\\n2\\t7\\t1.5\\t0.0025",
      "# flows\\n\"src_id\",\"dst_id\",\"bytes\",\"start\"\\n\\n2,7,1500,2.5us",
      "sender,receiver,message_size_b,time_s\\n2,7,1500,2.5e-6", "src,dst,size,start_sec\\n2,7,1500,0.0000025"})
  void readsUsualNamesAndUnits(String table) throws IOException {
    FlowTable flows = read(table.replace("\\t", "\t"));
    assertThat(flows.count()).isEqualTo(1);
    assertThat(flows.source(0)).isEqualTo(2);
    assertThat(flows.destination(0)).isEqualTo(7);
    assertThat(flows.sizeBytes(0)).isEqualTo(1500);
    assertThat(flows.startPs(0)).isEqualTo(2_500_000);
    assertThat(warnings).isEmpty();
    assertThat(notes).isEmpty();
  }

  /** The flows of a run, of which results are no input. */
  @Test
  void readsFlowsOfARun() throws IOException {
    FlowTable flows = read("flow,source,destination,source_port,destination_port,priority,size_bytes,start_ns,fct_ns,slowdown\n"
        + "0,1,2,10000,200,4,1000,5.125,9000.0,1.5\n1,2,3,10001,201,5,2000,0,9000.0,1.5\n");
    assertThat(flows.count()).isEqualTo(2);
    assertThat(flows.priority(0)).isEqualTo(4);
    assertThat(flows.startPs(0)).isEqualTo(5125);
    assertThat(flows.sizeBytes(1)).isEqualTo(2000);
    assertThat(notes)
        .containsExactly(folder.resolve("f.csv") + ":1: columns without effect: flow, source_port, fct_ns, slowdown");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"src,dst,size,start\\n0,1,10,5|:2: start '5' has no unit",
      "src,dst,size_packets,start\\n0,1,10,0|:2: sizes in packets are not available",
      "src,dst,size,start,stop\\n0,1,10,0,1|:1: the column 'stop' is about the ends of flows",
      "src,dst,size,start\\n0,1,10|:2: expected 4 values", "src,dst,size,start\\n0,x,10,0|:2: there is no host 'x'",
      "src,dst,size,start\\n0,0,10,0|:2: the flow goes from host 0 to itself",
      "src,dst,size,start\\n0,99,10,0|:2: flow destination 99", "src,dst,size,start\\n0,1,0,0|:2: flow size 0 is below 1",
      "src,dst,size,start\\n0,1,1.5,0|:2: size '1.5'",
      "src,dst,size,bytes,start\\n0,1,1,1,0|:1: two columns have the meaning of 'bytes'",
      "src,dst,size,start_us\\n0,1,10,-1|:2: start '-1' is before 0",
      "src,dst,size,start,pg\\n0,1,10,0,9|:2: priority 9 is outside 1 to 7", "src,dst,size,start|: the file has no flow"})
  void errorsNameTheLine(String table, String error) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(table)).withMessageContaining("f.csv" + error);
  }

  @Test
  void startBelowAPicosecondIsCutOff() throws IOException {
    assertThat(read("src,dst,size,start_ns\n0,1,10,1.00049\n").startPs(0)).isEqualTo(1000);
    assertThat(warnings).singleElement().asString().contains("finer than a picosecond");
  }
}
