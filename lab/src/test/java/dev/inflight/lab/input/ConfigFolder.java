package dev.inflight.lab.input;

import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Small configuration that reads without a warning, with its topology and flow file in its folder. */
record ConfigFolder(Path folder) {
  static final String PLAIN = """
      TOPOLOGY_FILE topology.txt
      FLOW_FILE flow.txt
      CC_MODE 3
      MULTI_RATE 0
      RATE_AI 50Mb/s
      RATE_HAI 50Mb/s
      RP_TIMER 300
      EWMA_GAIN 0.0625
      L2_ACK_INTERVAL 1
      SIMULATOR_STOP_TIME 2.001
      KMIN_MAP 1 100000000000 400
      KMAX_MAP 1 100000000000 1600
      PMAX_MAP 1 100000000000 0.2
      """;

  ConfigFolder write() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(config(), PLAIN);
    Files.writeString(folder.resolve("topology.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    Files.writeString(folder.resolve("flow.txt"), "1\n0 1 3 100 20000 2.0\n");
    return this;
  }

  Path config() {
    return folder.resolve("config.txt");
  }

  ConfigFolder with(String text) throws IOException {
    Files.writeString(config(), text);
    return this;
  }

  Scenario read(String... sets) {
    return ScenarioReader.read(config(), Overrides.of(List.of(sets)));
  }
}
