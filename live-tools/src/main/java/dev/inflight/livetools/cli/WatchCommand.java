package dev.inflight.livetools.cli;

import dev.inflight.lab.cli.results.TelemetryOptions;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.livetools.watch.Watch;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight watch}. */
@Command(name = "watch", description = WatchCommand.SUMMARY, footer = {"",
    "Telemetry is recognized by the port, protocol, option or tag that 'inflight list' shows, or by that of --telemetry.", "",
    "Examples:", "  ./inflight watch eth0", "  ./inflight watch eth0 --for 10s --every 100ms --out watched"})
public final class WatchCommand implements Callable<Integer> {
  /** What the command does, as the help of the program prints it. */
  public static final String SUMMARY = "Captures an interface passively, and prints the telemetry of its frames by link. Needs"
      + " root. Ctrl-C ends it.";

  private static final long LEAST_PS = 10_000_000_000L;
  private static final String LEAST = "10ms";

  private final PrintStream out;
  private final PrintStream err;
  private final RunFolder.Opener opener;

  @Parameters(paramLabel = "IFACE", description = "the interface, as 'ip link' shows it")
  private String name = "";

  @Option(names = "--netns", paramLabel = "NAME", description = "the network namespace of the interface, as 'ip netns' shows it")
  private @Nullable String namespace;

  @Option(names = "--for", paramLabel = "TIME", description = "duration, such as 10s; by default until Ctrl-C")
  private @Nullable String time;

  @Option(names = "--every", paramLabel = "TIME", defaultValue = "1s", description = "time between two reports, 10ms or more;"
      + " by default ${DEFAULT-VALUE}")
  private String every = "";

  @Mixin
  private final TelemetryOptions telemetry = new TelemetryOptions();

  @Option(names = "--link-rate", paramLabel = "RATE", description = "the rate of all links, such as 100Gbps, for telemetry"
      + " without link rates")
  private @Nullable String linkRate;

  @Option(names = "--out", paramLabel = "DIR", description = "also write tables into this folder, which must be new or empty")
  private @Nullable Path folder;

  @Option(names = "--quiet", description = "print nothing before the end")
  private boolean quiet;

  /** Creates the command, which prints to {@code out}, and warnings to {@code err}. */
  public WatchCommand(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    this.out = out;
    this.err = err;
    this.opener = opener;
  }

  @Override
  public Integer call() {
    long everyPs = time("--every", every);
    if (everyPs < LEAST_PS) {
      throw SourceLocation.of("--every").error(every + " is shorter than " + LEAST);
    }
    long forPs = time == null ? Long.MAX_VALUE : time("--for", time);
    String rate = linkRate;
    long rateBitsPerSec = rate == null ? 0 : SourceLocation.of("--link-rate").check(() -> Units.rate(rate));
    new Watch(name, namespace, telemetry.formats(err), rateBitsPerSec, everyPs, forPs, quiet, folder).run(out, opener);
    return 0;
  }

  private static long time(String option, String written) {
    return SourceLocation.of(option).check(() -> {
      long ps = Units.time(written);
      if (ps == 0) {
        throw new IllegalArgumentException("a time above 0 is needed");
      }
      return ps;
    });
  }
}
