package dev.inflight.net.nic;

import java.util.List;

/** All models of NICs, with their default parameters. */
public final class NicModels {
  /** All NIC models. */
  public static final List<NicModel> ALL = List.of(UnlimitedNic.DEFAULT, EngineNic.DEFAULT);

  private NicModels() {
  }
}
