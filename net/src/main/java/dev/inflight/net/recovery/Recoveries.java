package dev.inflight.net.recovery;

import java.util.List;

/** All loss recoveries, with their default parameters. */
public final class Recoveries {
  /** All loss recoveries. */
  public static final List<Recovery> ALL = List.of(GoBackN.DEFAULT, Irn.DEFAULT, Selective.DEFAULT, Unreliable.DEFAULT,
      Tcp.DEFAULT);

  /** Recoveries of RDMA that deliver every byte. */
  public static final List<Recovery> RELIABLE = ALL.stream().filter(Recovery::carriesMessages).toList();

  private Recoveries() {
  }
}
