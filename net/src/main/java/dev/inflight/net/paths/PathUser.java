package dev.inflight.net.paths;

/** A flow that a {@link PathScout} looks for a path for. */
public interface PathUser {
  /** Bytes acknowledged so far. */
  long ackedBytes();

  /** Bytes of the flow. */
  long sizeBytes();

  /** Whether anything waits for an acknowledgement. */
  boolean isInFlight();

  /** Bytes that wait for one. */
  long inflightBytes();

  /** Asks how busy a path is. */
  void probe(int entropy, long number, long nowPs);

  /** Sends nothing more until it has moved. */
  void hold(long nowPs);

  /**
   * Goes on over another path.
   *
   * @param room the part of its line rate that the path has room for
   */
  void move(int entropy, double room, long nowPs);

  /** Goes on as before, after {@link #hold}. */
  void resume(long nowPs);

  /** Goes on over another path, and takes what is in flight for lost. */
  void flee(int entropy, long nowPs);
}
