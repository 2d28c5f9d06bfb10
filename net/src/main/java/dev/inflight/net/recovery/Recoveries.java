package dev.inflight.net.recovery;

import java.util.List;

/** Every loss recovery there is, with its default parameters. */
public final class Recoveries {
  /** All of them. */
  public static final List<Recovery> ALL = List.of(GoBackN.DEFAULT, Irn.DEFAULT, Selective.DEFAULT, Unreliable.DEFAULT,
      Tcp.DEFAULT);

  /** Recoveries of RDMA that deliver every byte. */
  public static final List<Recovery> RELIABLE = ALL.stream().filter(Recovery::carriesMessages).toList();

  private Recoveries() {
  }
}
