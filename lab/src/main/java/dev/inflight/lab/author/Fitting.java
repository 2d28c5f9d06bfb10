package dev.inflight.lab.author;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.BufferCheck;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.SeriesEstimate;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.spec.Spec;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.workload.size.SizeDistributions;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Completes a scenario that names a file, so that it runs as written: random flows of sufficient duration, a telemetry format
 * that expresses the rates of all links, a buffer for the ports of the largest switch, and series that fit on a disk.
 */
public final class Fitting {
  /** Expected number of random flows below which the duration is extended. */
  private static final double LEAST_FLOWS = 50;
  private static final double MOST_SERIES_BYTES = 100e6;
  private static final List<String> INTERVALS = List.of("20us", "200us", "2ms", "20ms", "200ms", "2s", "20s");
  private static final long MIB = 1L << 20;
  private static final double PS_PER_SECOND = 1e12;
  private static final double PS_PER_MS = 1e9;
  private static final int BITS_PER_BYTE = 8;

  private final Path path;
  private final Map<String, String> more = new LinkedHashMap<>();

  private Fitting(Path path) {
    this.path = path;
  }

  /**
   * Returns the same scenario with the settings that it needs.
   *
   * @param path path of the scenario's file; files that it names are relative to it
   * @param origin origin of its flows, for the error when there are none
   * @throws dev.inflight.lab.read.InputError when a file that it names is invalid
   */
  public static ScenarioTemplate of(ScenarioTemplate template, Path path, SourceLocation origin) {
    var fitting = new Fitting(path);
    // A scenario needs at least one flow, and there may be no random flows yet.
    String one = Notices.collect(new ArrayList<>(), () -> new JoinedHosts(path, template.topology()).oneFlow());
    Scenario seen = fitting.read(template.topology(), one, template.flows());
    String flows = lasting(template.flows(), seen);
    if (flows.equals(template.flows()) && seen.setup().flows().count() == 1) {
      throw origin.error("there are no flows and no messages between ranks in it, so there is nothing to simulate");
    }
    fitting.telemetry(seen.setup().topology());
    fitting.buffer(seen.setup());
    fitting.series((flows.equals(template.flows()) ? seen : fitting.read(template.topology(), flows)).setup());
    return new ScenarioTemplate(template.topology(), flows, template.scheme(), fitting.more);
  }

  /** Reads the scenario without telemetry and headroom, so that no error concerns a setting that this class chooses. */
  private Scenario read(String topology, String... flows) {
    var yaml = new StringBuilder("topology: " + ScenarioTemplate.value(topology) + "\nflows:\n");
    for (String each : flows) {
      yaml.append("  - ").append(ScenarioTemplate.value(each)).append('\n');
    }
    yaml.append("scheme: none\npfc: false\nseries: ").append(ScenarioTemplate.series(INTERVALS.getFirst())).append('\n');
    // The same warnings appear when the completed scenario is read.
    return Notices.collect(new ArrayList<>(),
        () -> ScenarioFile.read(InputText.of(path, yaml.toString().getBytes(StandardCharsets.UTF_8)), Overrides.NONE));
  }

  /** Returns random flows with a longer duration, where the usual one is too short for flows of their sizes. */
  private static String lasting(String flows, Scenario seen) {
    Spec spec = Spec.parse(flows, SourceLocation.of("flows"));
    if (!(seen.workloads().getLast() instanceof Poisson poisson) || spec.arguments().containsKey("duration")) {
      return flows;
    }
    double bytesPerPs = poisson.load() * hostBitsPerSec(seen.setup().topology()) / BITS_PER_BYTE / PS_PER_SECOND;
    double neededPs = LEAST_FLOWS * SizeDistributions.of(poisson.sizes()).meanBytes() / bytesPerPs;
    if (neededPs <= poisson.durationPs()) {
      return flows;
    }
    var arguments = new LinkedHashMap<>(spec.arguments());
    arguments.put("duration", (long) Math.ceil(neededPs / PS_PER_MS) + "ms");
    return new Spec(spec.name(), arguments).format();
  }

  private static double hostBitsPerSec(Topology topology) {
    double sum = 0;
    for (Link link : topology.links()) {
      sum += (topology.isSwitch(link.a()) ? 0.0 : link.rateBitsPerSec())
          + (topology.isSwitch(link.b()) ? 0.0 : link.rateBitsPerSec());
    }
    return sum;
  }

  private void telemetry(Topology topology) {
    TelemetryFormat usual = new SetupBuilder().telemetry;
    if (!expresses(usual, topology)) {
      Formats.ALL.stream().filter(format -> expresses(format, topology)).findFirst()
          .ifPresent(format -> more.put("telemetry", format.name()));
    }
  }

  private static boolean expresses(TelemetryFormat format, Topology topology) {
    return topology.links().stream().allMatch(link -> format.canExpress(link.rateBitsPerSec()));
  }

  /** Sets a buffer: the usual shared memory plus the reserved memory. */
  private void buffer(Setup setup) {
    BigInteger usual = BigInteger.valueOf(setup.bufferBytes());
    BigInteger setAside = BufferCheck.mostSetAside(setup.with(change -> change.pfc = true)).bytes();
    if (setAside.compareTo(usual) < 0) {
      return;
    }
    BigInteger mib = setAside.add(usual).divide(BigInteger.valueOf(MIB));
    if (mib.multiply(BigInteger.valueOf(MIB)).compareTo(BigInteger.valueOf(Scenario.MAX_BUFFER_BYTES)) > 0) {
      more.put("pfc", "false");
    } else {
      more.put("buffer", mib + "MiB");
    }
  }

  /** Sets the interval of series so that their rows fit. */
  private void series(Setup setup) {
    double bytes = SeriesEstimate.of(setup).bytes();
    int longer = 0;
    for (; bytes > MOST_SERIES_BYTES && longer < INTERVALS.size() - 1; bytes /= 10) {
      longer++;
    }
    if (longer > 0) {
      more.put("series", ScenarioTemplate.series(INTERVALS.get(longer)));
    }
  }
}
