package dev.inflight.cc.scheme;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.DctcpAuthors;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.rival.TimelyAuthors;
import java.util.List;

/** List of all schemes with their default parameters; a new scheme is a new file and a line here. */
public final class Schemes {
  /** All schemes. */
  public static final List<Scheme> ALL = List.of(Hpcc.DEFAULT, HpccAuthors.DEFAULT, HpccAlpha.DEFAULT, Dcqcn.DEFAULT,
      DcqcnAuthors.DEFAULT, Timely.DEFAULT, TimelyAuthors.DEFAULT, Dctcp.DEFAULT, DctcpAuthors.DEFAULT, Swift.DEFAULT,
      PowerTcp.DEFAULT, Nscc.DEFAULT, Rccc.DEFAULT, FixedWindow.DEFAULT, NoControl.DEFAULT);

  private Schemes() {
  }
}
