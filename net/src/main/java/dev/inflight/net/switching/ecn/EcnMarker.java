package dev.inflight.net.switching.ecn;

/** Decides at one port which leaving packets are marked. An abstract class, as calls to its only loaded heir cost nothing. */
public abstract class EcnMarker {
  /**
   * Whether a packet that leaves is marked.
   *
   * @param markable whether it takes a mark
   * @param behindBytes what stays in its queue
   */
  public abstract boolean marks(boolean markable, int behindBytes);
}
