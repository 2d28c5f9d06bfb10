package dev.inflight.lab.result;

import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import java.util.List;

/**
 * How one direction of a cable was used.
 *
 * @param port the port that sends
 * @param sentBytes bytes of frames sent
 * @param sentFrames how many those were
 * @param utilisation share of the run in which it was sending, preambles and gaps included
 * @param pausesReceived pause frames that told the port to stop
 * @param pausedPs time that priority groups spent paused, added up
 * @param ecnMarks packets that the port marked
 */
public record LinkUtilisation(PortName port, long sentBytes, long sentFrames, double utilisation, long pausesReceived,
    long pausedPs, long ecnMarks) {
  /** All directions of all cables, node by node. */
  static List<LinkUtilisation> of(List<PortTotals> ports, long simulatedPs) {
    return ports.stream().map(port -> of(port, simulatedPs)).toList();
  }

  private static LinkUtilisation of(PortTotals totals, long simulatedPs) {
    double utilisation = simulatedPs == 0 ? 0 : (double) totals.sendingPs() / simulatedPs;
    return new LinkUtilisation(totals.port(), totals.sentBytes(), totals.sentFrames(), utilisation, totals.pausesReceived(),
        totals.pausedPs(), totals.ecnMarks());
  }
}
