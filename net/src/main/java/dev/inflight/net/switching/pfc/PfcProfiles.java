package dev.inflight.net.switching.pfc;

import java.util.List;

/** The list of all PFC profiles. */
public final class PfcProfiles {
  /** Each with its default parameters; the first is the default. */
  public static final List<PfcProfile> ALL = List.of(ByRateProfile.DEFAULT, DynamicProfile.DEFAULT, StaticProfile.DEFAULT,
      SonicProfile.DEFAULT, LookupProfile.DEFAULT);

  private PfcProfiles() {
  }
}
