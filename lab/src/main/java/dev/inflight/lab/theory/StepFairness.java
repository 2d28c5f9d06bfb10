package dev.inflight.lab.theory;

import dev.inflight.telemetry.util.Check;

/**
 * Effect of HPCC's additive step W_AI on N long flows over one link: their fairness, the time until they reach it, and its cost.
 * <p>At equilibrium, {@code W_i = W_AI / (1 - U_target / U_i)} (HPCC A.3). Flows sample U at different times. If a flow's samples
 * are off by a share e, its window is off by {@code e W / W_AI}, and Jain's index is one over one plus that squared. Measured
 * with packets, e is at most about {@link #SAMPLE_ERROR_PACKETS} of a packet over W_init, for any rate and round-trip time.
 * W_init therefore cancels out: a step of a given number of bytes is equally fair for any W_init.
 *
 * @param flows N, 1 or more
 * @param windowBytes W_init, line rate times T, above 0
 * @param eta U_target, above 0 to 1
 * @param stepBytes W_AI, above 0
 * @param packet lengths of packets
 */
public record StepFairness(int flows, double windowBytes, double eta, double stepBytes, Packet packet) {
  /** Standard deviation in packets between flows' samples of bytes in flight: the maximum for 2 to 16 flows; 0.14 for 32. */
  public static final double SAMPLE_ERROR_PACKETS = 0.125;

  /** Checks the ranges. */
  public StepFairness {
    Check.count("flows", flows, 1);
    Check.positive("window", windowBytes, Double.MAX_VALUE);
    Check.positive("eta", eta, 1);
    Check.positive("step", stepBytes, Double.MAX_VALUE);
  }

  /**
   * Full packet. Windows count payload, switches count frames, and cables also carry preambles and gaps.
   *
   * @param payloadBytes 1 or more
   * @param frameBytes payload and headers
   * @param wireBytes frame, preamble and gap
   */
  public record Packet(int payloadBytes, int frameBytes, int wireBytes) {
    /** Checks that no length is less than that of a part. */
    public Packet {
      Check.count("payload", payloadBytes, 1);
      Check.count("frame", frameBytes, payloadBytes);
      Check.count("wire", wireBytes, frameBytes);
    }

    /** Utilization that switches report of a link that always sends. */
    public double fullLink() {
      return (double) frameBytes / wireBytes;
    }

    private double headers() {
      return (double) frameBytes / payloadBytes;
    }
  }

  /**
   * Smallest step in bytes with which Jain's index reaches a value; 0 for one flow, which is always fair.
   *
   * @param jain above 0, below 1
   */
  public static double stepFor(double jain, int flows, double eta, int payloadBytes) {
    return flows == 1 ? 0 : SAMPLE_ERROR_PACKETS * payloadBytes * eta / (flows * deviation(jain));
  }

  /**
   * Smallest step in bytes for which {@link #roundTripsTo} is at most a number; 0 if flows are fair enough from the start.
   *
   * @param jain above 0, below 1
   * @param roundTrips above 0
   */
  public static double stepWithin(double jain, int flows, double eta, double windowBytes, double roundTrips) {
    double toShrink = flows == 1 ? 0 : StrictMath.log(atFirst(flows) / deviation(jain));
    if (toShrink <= 0) {
      return 0;
    }
    double each = Math.max(2, roundTrips / toShrink); // round trips to shrink, W / W_AI
    return windowBytes * eta / (each - 1) / flows;
  }

  /** Deviation if one flow has half of the link, and the others share the rest. */
  private static double atFirst(double flows) {
    return Math.sqrt(flows * flows / (4 * (flows - 1)) - 1);
  }

  /** Standard deviation of rates over their mean, for an index. */
  public static double deviation(double jain) {
    return Math.sqrt(1 / jain - 1);
  }

  /**
   * Lower bound, about {@code 1 / (1 + (an eighth of a packet * eta / (N W_AI))^2)}, of Jain's index in the long run; at least
   * 1/N.
   */
  public double jain() {
    double deviation = SAMPLE_ERROR_PACKETS * packet.payloadBytes * eta / (flows * stepBytes);
    return flows == 1 ? 1 : Math.max(1.0 / flows, 1 / (1 + deviation * deviation));
  }

  /**
   * U at equilibrium as switches report it: {@code U = U_target / (1 - a / R)} with N rates R that result in U. A flow's pace
   * counts all bytes on a cable. So below a full link, {@code U = eta + N W_AI / W_init}, times a full link's U. On a full link,
   * paces add up to the link, {@code N W = W_init}, until the bytes in flight reach the sum of all windows, in frames.
   */
  public double utilization() {
    double steps = flows * stepBytes / windowBytes;
    double paced = eta + steps * packet.fullLink();
    if (paced <= packet.fullLink()) {
      return paced;
    }
    double full = steps < 1 ? eta / (1 - steps) : Double.POSITIVE_INFINITY;
    return full <= packet.headers() ? full : eta + steps * packet.headers();
  }

  /**
   * Largest step in bytes without a queue: {@code W_init (1 - eta) / N} of HPCC §3.3, if cables carry only frames without gaps.
   */
  public double largestStepWithoutQueueBytes() {
    return Math.max(0, windowBytes * (1 - eta / packet.fullLink()) / flows);
  }

  /**
   * Queue at equilibrium in bytes: the excess of U over a full link's. Waits of paced packets for each other (HPCC A.1) add to
   * it.
   */
  public double queueBytes() {
    return Math.max(0, utilization() - packet.fullLink()) * windowBytes;
  }

  /**
   * Round trips until a difference between flows has shrunk to 1/e: {@code W / W_AI}, as each keeps
   * {@code eta / U = 1 - W_AI / W}.
   */
  public double roundTripsToShrink() {
    return 1 / (1 - eta / utilization());
  }

  /**
   * Number of round trips until Jain's index reaches a value, by the effect of the step alone, after one more flow has joined.
   * That flow has half of the link, and the others share the other half evenly; 0 if the index is reached from the start.
   *
   * @param jain index to reach, above 0, below 1
   */
  public double roundTripsTo(double jain) {
    return flows == 1 ? 0 : Math.max(0, roundTripsToShrink() * StrictMath.log(atFirst(flows) / deviation(jain)));
  }
}
