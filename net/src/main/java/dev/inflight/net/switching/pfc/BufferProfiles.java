package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.Check;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Buffer profiles of single priorities, at all ports of all switches: as in SONiC the binding of a profile to a priority group
 * ({@code BUFFER_PG|Ethernet0|3}) and to a queue ({@code BUFFER_QUEUE|Ethernet0|3}).
 *
 * @param lossless PFC profiles by priority, 1 to 7; other priorities have the profile of all
 * @param alphas for lossy priorities: limit of a queue as a multiple of the memory's free part, above 0, by priority, 1 to 7
 */
public record BufferProfiles(Map<Integer, PfcProfile> lossless, Map<Integer, Double> alphas) {
  /** All priorities have the same profile. */
  public static final BufferProfiles NONE = new BufferProfiles(Map.of(), Map.of());

  /** Copies the maps, and checks the ranges. */
  public BufferProfiles {
    lossless = Collections.unmodifiableMap(new TreeMap<>(lossless));
    alphas = Collections.unmodifiableMap(new TreeMap<>(alphas));
    lossless.keySet().forEach(BufferProfiles::checkPriority);
    alphas.forEach((priority, alpha) -> {
      checkPriority(priority);
      if (!(alpha > 0 && alpha < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("egressAlpha must be above 0, found " + alpha);
      }
    });
  }

  private static void checkPriority(int priority) {
    Check.check("priority", priority, 1, Packet.PRIORITIES - 1);
  }

  /** Returns the multiples of all priorities, by priority. */
  public double[] alphas(double usual) {
    var all = new double[Packet.PRIORITIES];
    for (int priority = 0; priority < all.length; priority++) {
      all[priority] = alpha(priority, usual);
    }
    return all;
  }

  /**
   * Returns the multiple of a priority.
   *
   * @param usual the multiple of priorities without their own
   */
  public double alpha(int priority, double usual) {
    return alphas.getOrDefault(priority, usual);
  }
}
