package dev.inflight.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Flows of the same two hosts differ by their source ports. */
class SourcePortsTest {
  @Test
  void countsUpForEachPairOfHosts() {
    var ports = new SourcePorts();
    int hosts = 300;
    for (int flow = 0; flow < 3; flow++) {
      for (int source = 0; source < hosts; source++) {
        for (int destination = 0; destination < hosts; destination++) {
          assertThat(ports.next(source, destination)).isEqualTo(10_000 + flow);
        }
      }
    }
    assertThat(ports.next(262_142, 0)).isEqualTo(10_000);
    assertThat(ports.next(0, 262_142)).isEqualTo(10_000);
  }
}
