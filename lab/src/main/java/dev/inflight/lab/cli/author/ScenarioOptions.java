package dev.inflight.lab.cli.author;

import dev.inflight.lab.scenario.key.Overrides;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which a command that runs one scenario replaces its values. */
public final class ScenarioOptions {
  @Option(names = "--scheme", paramLabel = "SCHEME", completionCandidates = Candidates.SchemeNames.class, description = "another congestion control, such as hpcc(eta=0.9)")
  private @Nullable String scheme;

  @Option(names = "--telemetry", paramLabel = "FORMAT", completionCandidates = Candidates.FormatNames.class, description = "another telemetry header, such as native(udpPort=50000)")
  private @Nullable String telemetry;

  @Option(names = "--set", paramLabel = "KEY=VALUE", completionCandidates = Candidates.Keys.class, description = "another value for any key of the scenario, such as buffer=16MiB"
      + ", acks.every=4 or flows.0.load=0.3; may be repeated")
  private List<String> set = List.of();

  /** Returns the other overrides with these options for keys that have an option of their own, and the values of {@code --set} last. */
  public Overrides over(Overrides others) {
    return others.with("scheme", scheme).with("telemetry", telemetry).set(set);
  }
}
