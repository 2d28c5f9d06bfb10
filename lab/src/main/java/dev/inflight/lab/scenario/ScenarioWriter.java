package dev.inflight.lab.scenario;

import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.Workload;

/** Writes a scenario in YAML with every value stated, defaults too, so that reading it back gives the same setup. */
public final class ScenarioWriter {
  private final StringBuilder yaml = new StringBuilder();

  private ScenarioWriter() {
  }

  /** The scenario as a YAML file. */
  public static String write(Scenario scenario) {
    var writer = new ScenarioWriter();
    writer.parts(scenario);
    writer.rules(scenario.setup());
    writer.lists(scenario.setup());
    return writer.yaml.toString();
  }

  private void parts(Scenario scenario) {
    TopologyGenerator shape = scenario.topology() instanceof FileTopology file ? file.absolute() : scenario.topology();
    key("name", quote(scenario.name()));
    key("topology", quote(Catalog.TOPOLOGIES.describe(shape)));
    yaml.append("flows:\n");
    for (Workload workload : scenario.workloads()) {
      Workload absolute = workload instanceof FileFlows file ? file.absolute() : workload;
      yaml.append("  - ").append(quote(Catalog.WORKLOADS.describe(absolute))).append('\n');
    }
    key("scheme", quote(Catalog.SCHEMES.describe(scenario.setup().scheme)));
  }

  private void rules(Setup setup) {
    key("seed", setup.seed);
    key("until", time(setup.untilPs));
    key("payload", setup.payloadBytes + "B");
    key("buffer", Units.formatSize(setup.bufferBytes));
    key("framing", EnumNames.of(setup.framing));
    key("clock", EnumNames.of(setup.clock));
    key("ties", EnumNames.of(setup.ties));
    key("pfc", setup.pfc);
    if (!setup.pfc) {
      key("egressAlpha", Units.formatReal(setup.egressAlpha));
    }
    key("acks", "{every: " + setup.ackEveryPackets + ", delay: " + Units.formatTime(setup.ackDelayPs) + ", ignorePause: "
        + setup.acksIgnorePause + "}");
    key("recovery", quote(Catalog.RECOVERIES.describe(setup.recovery)));
    if (setup.recovery instanceof GoBackN) {
      key("retransmitTimeout", Units.formatTime(setup.retransmitTimeoutPs));
    }
    key("nic", quote(Catalog.NICS.describe(setup.nic)));
    key("paced", setup.paced);
    key("globalBaseRtt", setup.globalBaseRtt);
    key("telemetry", quote(Catalog.TELEMETRY.describe(setup.telemetry)));
    key("sealTelemetry", setup.sealTelemetry);
    key("lossRate", Units.formatReal(setup.lossRate));
    String from = setup.sampleFromPs < 0 ? ScenarioFile.FIRST_FLOW : Units.formatTime(setup.sampleFromPs);
    key("sample", "{from: " + from + ", until: " + time(setup.sampleUntilPs) + ", every: "
        + Units.formatTime(setup.samplePeriodPs) + "}");
    key("series", SeriesText.write(setup.series));
  }

  private void lists(Setup setup) {
    yaml.append(setup.ecn.isEmpty() ? "ecn: []\n" : "ecn:\n");
    setup.ecn.forEach((rate, marking) -> yaml.append("  - ").append(EcnDefaults.entry(rate, marking)).append('\n'));
    yaml.append(setup.linkEvents.isEmpty() ? "events: []\n" : "events:\n");
    for (LinkEvent event : setup.linkEvents) {
      yaml.append("  - {at: ").append(Units.formatTime(event.atPs())).append(", link: [").append(event.a()).append(", ")
          .append(event.b()).append("], state: ").append(event.up() ? "up" : "down").append("}\n");
    }
  }

  private void key(String key, Object value) {
    yaml.append(key).append(": ").append(value).append('\n');
  }

  private static String time(long ps) {
    return ps == Long.MAX_VALUE ? ScenarioFile.UNLIMITED : Units.formatTime(ps);
  }

  private static String quote(String text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return "'" + text.replace("'", "''") + "'";
    }
    var quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (Character.isISOControl(c)) {
        quoted.append("\\x%02x".formatted((int) c));
      } else {
        quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
