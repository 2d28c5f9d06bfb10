package dev.inflight.lab.advice;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.link.Flow;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Text about the rates that the HPCC paper's Appendix A predicts for a scenario's flows if all are long and active at once. */
public final class ExpectedRates {
  /** Largest number of flows for which the prediction is immediate. */
  public static final int MOST_FLOWS = 1000;
  private static final int SHOWN = 20;

  private ExpectedRates() {
  }

  /**
   * Returns the lines of the text.
   *
   * @param scheme scheme to assume where A.3 has no equilibrium for the scenario's own
   * @throws IllegalArgumentException when there are no such flows, or more than {@link #MOST_FLOWS}
   */
  public static List<String> lines(Setup setup, Hpcc scheme) {
    long count = LongFlows.among(setup.flows()).count();
    if (count > MOST_FLOWS) {
      throw new IllegalArgumentException(
          Humanize.count(count, "flow") + "; rates are computed for at most " + Humanize.count(MOST_FLOWS));
    }
    if (count == 0) {
      throw new IllegalArgumentException("the scenario has no flows of its own, only operations or jobs");
    }
    var flows = new LongFlows(setup);
    if (flows.count() == 0) {
      throw new IllegalArgumentException("no flow of the scenario has a route to its destination");
    }
    Scheme used = setup.scheme() instanceof HpccAlpha ? setup.scheme() : scheme;
    LongFlows.Rates rates = used instanceof HpccAlpha alpha ? flows.equilibrium(alpha) : flows.equilibrium(scheme);
    double eta = used instanceof HpccAlpha alpha ? alpha.eta() : scheme.eta();
    var lines = new ArrayList<String>();
    lines.add("expected rates of the scenario's flows, if all are long and active at once, with "
        + Catalog.SCHEMES.describeBriefly(used) + " (HPCC §A.3; rates of whole frames):");
    var table = new TextColumns(TextColumns.WIDTH, "flow", "from", "to", "rate", "most used link", "of its rate");
    for (int number = 0; number < Math.min(flows.count(), SHOWN); number++) {
      Flow flow = flows.flow(number);
      int most = flows.linksOf(number)[0];
      for (int link : flows.linksOf(number)) {
        most = rates.utilization()[link] >= rates.utilization()[most] ? link : most;
      }
      table.add(Integer.toString(flow.id()), name(setup.topology(), flow.source()), name(setup.topology(), flow.destination()),
          Humanize.rate(Math.round(rates.rates()[number])), name(setup.topology(), flows.link(most)),
          Humanize.percent(rates.utilization()[most]));
    }
    lines.addAll(table.lines());
    if (flows.count() > SHOWN) {
      lines.add("and " + Humanize.count(flows.count() - SHOWN, "more flow"));
    }
    if (used instanceof Hpcc hpcc && hpcc.speedUp() > 1) {
      lines.add("(with W_AI itself, without speedUp)");
    }
    if (!rates.settled()) {
      lines.add("(these still changed when the computation ended)");
    }
    int roundTrips = flows.roundTripsToFullUse(eta);
    lines.add("Without W_AI, flows that start at line rate bring each link to its target, " + Humanize.percent(eta)
        + " of its rate, or below after 1 round trip, and each flow is within 1 % of the rate that others leave it after "
        + roundTrips + " (HPCC §A.2). W_AI adds to that: the most used link has "
        + Humanize.percent(Arrays.stream(rates.utilization()).max().orElse(0)) + "."
        + (rates.fullLinks() == 0
            ? ""
            : " " + Humanize.count(rates.fullLinks(), "link is", "links are")
                + " full, because the steps of a round trip do not fit above eta: there the queue stands, and flows share the rate of"
                + " frames on a full link."));
    return lines;
  }

  private static String name(Topology topology, int node) {
    return topology.name(node);
  }

  private static String name(Topology topology, PortName port) {
    return topology.portName(port.node(), port.number(), port.peerNode());
  }
}
