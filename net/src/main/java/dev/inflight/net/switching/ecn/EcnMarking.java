package dev.inflight.net.switching.ecn;

/** Parameters by which one port marks; each port has a separate marker. */
public interface EcnMarking {
  /**
   * A port's marker.
   *
   * @param random the port's random numbers
   * @param rateBitsPerSec the port's rate, above 0
   */
  EcnMarker marker(MarkingRandom random, long rateBitsPerSec);
}
