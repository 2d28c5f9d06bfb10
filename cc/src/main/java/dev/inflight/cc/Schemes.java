package dev.inflight.cc;

import java.util.List;

/** Every scheme there is, with its default parameters; a new one is a new file and a line here. */
public final class Schemes {
  /** All schemes. */
  public static final List<Scheme> ALL = List.of(Hpcc.DEFAULT, HpccAuthors.DEFAULT, HpccRxRate.DEFAULT, HpccTable.DEFAULT,
      HpccAlpha.DEFAULT, Dcqcn.DEFAULT, DcqcnAuthors.DEFAULT, Timely.DEFAULT, TimelyAuthors.DEFAULT, Dctcp.DEFAULT,
      DctcpAuthors.DEFAULT, Swift.DEFAULT, PowerTcp.DEFAULT, FixedWindow.DEFAULT, LineRate.DEFAULT);

  private Schemes() {
  }
}
