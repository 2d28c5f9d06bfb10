package dev.inflight.livetools.cli;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.live.device.Device;
import dev.inflight.live.loop.Waiting;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the kernel interface of a live run, and for its waiting. */
final class RealTimeOptions {
  private static final List<String> MANNERS = List.of("spin", "park");
  private static final List<String> KINDS = List.of("xdp", "packet-ring");

  @Option(names = "--device", paramLabel = "KIND", completionCandidates = Kinds.class, description = "how frames pass the"
      + " kernel: xdp or packet-ring; by default the best that it permits")
  private @Nullable String device;

  @Option(names = "--waiting", paramLabel = "MANNER", completionCandidates = Manners.class, description = "behavior while idle:"
      + " spin or park; by default 'live run' spins, and 'live up' parks, which leaves the processor to the programs in its"
      + " hosts")
  private @Nullable String waiting;

  /**
   * Kind of device of {@code --device}; null if the option is absent.
   *
   * @throws InputError if there is no such kind
   */
  Device.@Nullable Kind device() {
    if (device == null) {
      return null;
    }
    return switch (device.toLowerCase(Locale.ROOT)) {
      case "xdp" -> Device.Kind.XDP;
      case "packet-ring" -> Device.Kind.PACKET_RING;
      default -> throw SourceLocation.of("--device").error(
          "unknown device " + Quoted.of(device) + " for a live run" + Suggestion.hint(device, KINDS));
    };
  }

  /**
   * Way of waiting of {@code --waiting}.
   *
   * @param otherwise value if the option is absent
   * @throws InputError if there is no such way
   */
  Waiting waiting(Waiting otherwise) {
    if (waiting == null) {
      return otherwise;
    }
    return switch (waiting.toLowerCase(Locale.ROOT)) {
      case "spin" -> Waiting.SPIN;
      case "park" -> Waiting.PARK;
      default -> throw SourceLocation.of("--waiting")
          .error("unknown manner of waiting " + Quoted.of(waiting) + Suggestion.hint(waiting, MANNERS));
    };
  }

  /** Kinds of devices. */
  static final class Kinds extends Candidates {
    Kinds() {
      super(() -> KINDS);
    }
  }

  /** Ways of waiting. */
  static final class Manners extends Candidates {
    Manners() {
      super(() -> MANNERS);
    }
  }
}
