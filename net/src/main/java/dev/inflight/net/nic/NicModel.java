package dev.inflight.net.nic;

/** Model of a host's NICs: scheduling of flows, and the number that they can schedule. */
public sealed interface NicModel permits UnlimitedNic, EngineNic {
  /** The name by which scenarios call it. */
  String name();
}
