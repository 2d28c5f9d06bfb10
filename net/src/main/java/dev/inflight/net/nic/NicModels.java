package dev.inflight.net.nic;

import java.util.List;

/** Every NIC there is, with its default parameters. */
public final class NicModels {
  /** All NICs. */
  public static final List<NicModel> ALL = List.of(UnlimitedNic.DEFAULT, EngineNic.DEFAULT);

  private NicModels() {
  }
}
