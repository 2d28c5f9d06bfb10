package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimate is compared with what runs write: a factor of three is good enough for a warning. */
class SeriesEstimateTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"star(hosts=9) | permutation(size=500KB) | {every: 100ns}",
      "star(hosts=17) | incast(senders=16, size=100KB) | {every: 200ns}",
      "leaf-spine(leaves=2, spines=2, hostsPerLeaf=4) | poisson(load=0.6, duration=200us) | {every: 100ns, ports: all}",
      "star(hosts=4) | 'poisson(load=0.9, sizes=\"0 0, 100 100\", duration=5us)' | {every: 100ns, ports: none}",
      "star(hosts=4) | flow(size=5MB) | {every: 1us, flows: none, ports: [[4, 2]]}",
      "pod(racks=1, serversPerRack=4) | permutation(size=200KB) | {every: 100ns, until: 40us}",
      "star(hosts=4) | periodic(size=20KB, count=30, every=5us) | {every: 100ns, flows: [0, 7]}"})
  void estimateIsNearTheActualSize(String topology, String flows, String series) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"),
        "topology: " + topology + "\nflows: " + flows + "\nscheme: hpcc\nseries: " + series + "\n");
    SeriesEstimate estimate = SeriesEstimate.of(ScenarioReader.read(file).setup());
    Path out = folder.resolve("out");
    assertThat(Program.run("run", file.toString(), "--out", out.toString(), "--quiet").exit()).isZero();
    long written = Files.size(out.resolve(ResultFiles.FLOW_SERIES.name()))
        + Files.size(out.resolve(ResultFiles.PORT_SERIES.name()));
    assertThat(estimate.bytes()).as(estimate + " for " + written + " bytes").isBetween(written / 3.0, written * 3.0);
  }
}
