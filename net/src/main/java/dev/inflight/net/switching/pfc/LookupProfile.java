package dev.inflight.net.switching.pfc;

import dev.inflight.telemetry.util.Check;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lossless profile that SONiC looks up for each port by its speed and cable (pg_profile_lookup.ini), as it does for Broadcom
 * switches. A cable between two lengths in the table uses the longer one's row.
 *
 * @param platform the switch ASIC
 * @param cableMeters length of cables, 0 to 100000; 0: from each cable's delay, at 198000000 m/s
 */
public record LookupProfile(LookupPlatform platform, double cableMeters) implements PfcProfile {
  /** Profile of switches of 400 Gb/s. */
  public static final LookupProfile DEFAULT = new LookupProfile(LookupPlatform.TOMAHAWK_4, 0);

  /** Checks the range. */
  public LookupProfile {
    Check.within("cableMeters", cableMeters, 0, Cable.LONGEST_METERS);
  }

  @Override
  public String name() {
    return "sonic-lookup";
  }

  private double meters(Cable port) {
    return cableMeters > 0 ? cableMeters : port.meters();
  }

  @Override
  public @Nullable String problem(Cable port) {
    return platform.row(port.rateBitsPerSec(), meters(port)) == null
        ? name() + ": " + platform.name().toLowerCase(Locale.ROOT).replace('_', '-') + " "
            + platform.whyNone(port.rateBitsPerSec(), meters(port))
        : null;
  }

  @Override
  public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
    LookupPlatform.Row row = platform.row(port.rateBitsPerSec(), meters(port));
    if (row == null) {
      throw new IllegalArgumentException(problem(port));
    }
    return row.limits();
  }
}
