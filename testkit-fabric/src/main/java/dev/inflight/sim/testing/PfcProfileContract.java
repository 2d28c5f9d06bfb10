package dev.inflight.sim.testing;

import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import java.util.List;
import java.util.function.Consumer;

/**
 * Contract of all PFC profiles. Each constant is a rule, which a test checks alone or with the others, as in
 * {@link AdmissionContract}. The checked cables have 10 to 800 Gb/s and 0 to 2 km; their peers respond to a pause within 4 us.
 */
public enum PfcProfileContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(profile -> Contract.requireName(profile.name())),
  /**
   * Limits of a cable without a problem are in the ranges of {@link PfcLimits}, and a pause ends at the latest when the port
   * uses no shared memory.
   */
  LIMITS_ARE_IN_RANGE(profile -> forEachCable(profile, cable -> checkRange(cable, limits(profile, cable)))),
  /** For a cable with a problem there are no limits: the call throws an IllegalArgumentException. */
  PROBLEMS_HAVE_NO_LIMITS(profile -> cables(cable -> checkProblem(profile, cable))),
  /** A longer cable, or a peer that responds later, has no less headroom, because more bytes arrive after a pause. */
  HEADROOM_GROWS(PfcProfileContract::checkGrowth),
  /** The same cable has the same limits, also after calls for other cables: a profile has no state. */
  SAME_CABLE_SAME_LIMITS(profile -> forEachCable(profile, cable -> checkSame(profile, cable)));

  private static final long NIC_RATE_BITS_PER_SEC = 100_000_000_000L;
  private static final List<Long> RATES_BITS_PER_SEC = List.of(10_000_000_000L, 25_000_000_000L, 40_000_000_000L, 50_000_000_000L,
      100_000_000_000L, 200_000_000_000L, 400_000_000_000L, 800_000_000_000L);
  private static final List<Long> DELAYS_PS = List.of(0L, 20_000L, 200_000L, 1_000_000L, 1_500_000L, 10_000_000L);
  private static final List<Long> RESPONSES_PS = List.of(0L, 1_160_000L, 4_000_000L);

  private final Consumer<PfcProfile> rule;

  PfcProfileContract(Consumer<PfcProfile> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(PfcProfile profile) {
    Contract.check(profile.name(), this, () -> rule.accept(profile));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(PfcProfile profile) {
    for (PfcProfileContract each : values()) {
      each.check(profile);
    }
  }

  private static void cables(Consumer<PfcProfile.Cable> body) {
    for (Framing framing : Framing.values()) {
      for (long rate : RATES_BITS_PER_SEC) {
        for (long delay : DELAYS_PS) {
          for (long response : RESPONSES_PS) {
            body.accept(new PfcProfile.Cable(rate, delay, framing, response));
          }
        }
      }
    }
  }

  private static void forEachCable(PfcProfile profile, Consumer<PfcProfile.Cable> body) {
    int[] covered = {0};
    cables(cable -> {
      if (profile.problem(cable) == null) {
        covered[0]++;
        body.accept(cable);
      }
    });
    Contract.require(covered[0] > 0, "it has a problem with each cable, for example: " + profile.problem(cable(4, 1, 0)));
  }

  private static PfcProfile.Cable cable(int rate, int delay, int response) {
    return new PfcProfile.Cable(RATES_BITS_PER_SEC.get(rate), DELAYS_PS.get(delay), Framing.ROCEV2, RESPONSES_PS.get(response));
  }

  private static PfcLimits limits(PfcProfile profile, PfcProfile.Cable cable) {
    PfcLimits limits = profile.limits(cable, NIC_RATE_BITS_PER_SEC);
    Contract.require(limits != null, "it has no limits for " + cable); // because other code may return null
    return limits;
  }

  private static void checkRange(PfcProfile.Cable cable, PfcLimits of) {
    String problem = of.reservedBytes() < 0
        ? "reservedBytes " + of.reservedBytes()
        : of.headroomBytes() < 0
            ? "headroomBytes " + of.headroomBytes()
            : of.th() < PfcLimits.LEAST_TH || of.th() > PfcLimits.UNLIMITED_TH
                ? "th " + of.th()
                : of.xoffBytes() < 1
                    ? "xoffBytes " + of.xoffBytes()
                    : of.xonBytes() < 0
                        ? "xonBytes " + of.xonBytes()
                        : of.xonOffsetBytes() < 0 ? "xonOffsetBytes " + of.xonOffsetBytes() : "";
    Contract.require(problem.isEmpty(), problem + " is out of range, for " + cable);
    Contract.require(of.mayResume(0, of.thresholdBytes(0)), "a pause never ends, for " + cable);
  }

  private static void checkProblem(PfcProfile profile, PfcProfile.Cable cable) {
    String problem = profile.problem(cable);
    if (problem == null) {
      return;
    }
    PfcLimits limits;
    try {
      limits = profile.limits(cable, NIC_RATE_BITS_PER_SEC);
    } catch (IllegalArgumentException expected) {
      return;
    }
    throw new AssertionError("it has a problem with " + cable + " (" + problem + "), but also limits: " + limits);
  }

  private static void checkGrowth(PfcProfile profile) {
    for (int rate = 0; rate < RATES_BITS_PER_SEC.size(); rate++) {
      for (int delay = 0; delay < DELAYS_PS.size(); delay++) {
        for (int response = 0; response < RESPONSES_PS.size(); response++) {
          checkNoLess(profile, cable(rate, delay, response), cable(rate, Math.min(delay + 1, DELAYS_PS.size() - 1), response));
          checkNoLess(profile, cable(rate, delay, response), cable(rate, delay, Math.min(response + 1, RESPONSES_PS.size() - 1)));
        }
      }
    }
  }

  private static void checkNoLess(PfcProfile profile, PfcProfile.Cable one, PfcProfile.Cable more) {
    if (profile.problem(one) == null && profile.problem(more) == null) {
      long bytes = limits(profile, one).headroomBytes();
      long moreBytes = limits(profile, more).headroomBytes();
      Contract.require(moreBytes >= bytes,
          more + " has headroom of " + moreBytes + " bytes, less than " + one + " with " + bytes);
    }
  }

  private static void checkSame(PfcProfile profile, PfcProfile.Cable cable) {
    PfcLimits first = limits(profile, cable);
    PfcProfile.Cable other = cable(4, 1, 0);
    if (profile.problem(other) == null) {
      limits(profile, other);
    }
    PfcLimits again = limits(profile, cable);
    Contract.require(again.equals(first), cable + " has " + first + ", but later " + again);
  }
}
