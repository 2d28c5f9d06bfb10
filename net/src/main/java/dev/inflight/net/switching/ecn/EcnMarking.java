package dev.inflight.net.switching.ecn;

/** How one port marks, with its parameters; each port has a marker of its own. */
public interface EcnMarking {
  /**
   * A port's marker.
   *
   * @param random the port's random numbers
   * @param rateBitsPerSec the port's rate, above 0
   */
  EcnMarker marker(MarkingRandom random, long rateBitsPerSec);
}
