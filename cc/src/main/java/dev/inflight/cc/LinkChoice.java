package dev.inflight.cc;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.LinkHistory;

/**
 * Receiver's choice of the link to report to a flow's sender (draft-miao-rtgwg-hpccplus §7.1): the one with the most bytes in
 * flight, as the sender's scheme would find it in all records. It keeps the last record of each link, because one record has no
 * rate.
 */
public interface LinkChoice {
  /**
   * Processes the next report of the flow's path.
   *
   * @param report report with hops
   * @param nowPs arrival time of the report, in picoseconds
   * @param past output: the known history of the link
   * @return index of the chosen hop, from 0; the first among equals
   */
  int choose(Hops report, long nowPs, LinkHistory past);
}
