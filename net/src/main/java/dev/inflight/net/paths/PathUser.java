package dev.inflight.net.paths;

/** A flow that a {@link PathScout} looks for a path for. */
public interface PathUser {
  /** Bytes acknowledged so far. */
  long ackedBytes();

  /** Bytes of the flow. */
  long sizeBytes();

  /** True if data waits for an acknowledgement. */
  boolean isInFlight();

  /** Bytes that wait for one. */
  long inflightBytes();

  /** Sends a probe of a path's load. */
  void probe(int entropy, long number, long nowPs);

  /** Sends nothing more until it has moved. */
  void hold(long nowPs);

  /**
   * Moves to another path.
   *
   * @param room the part of its line rate that the path has room for
   */
  void move(int entropy, double room, long nowPs);

  /** Continues as before, after {@link #hold}. */
  void resume(long nowPs);

  /** Moves to another path, and declares the data in flight lost. */
  void flee(int entropy, long nowPs);
}
