package dev.inflight.net.nic;

/** How a host's NICs schedule their flows, and how many they can. */
public sealed interface NicModel permits UnlimitedNic, EngineNic {
  /** The name by which scenarios call it. */
  String name();
}
