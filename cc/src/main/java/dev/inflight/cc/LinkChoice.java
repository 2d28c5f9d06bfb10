package dev.inflight.cc;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.LinkHistory;

/**
 * Chooses, where the packets of one flow arrive, the link to report to its sender (draft-miao-rtgwg-hpccplus §7.1): the one with the most bytes in
 * flight, as the sender's scheme would find it in all records. It keeps the last record of each link, because one record has no rate.
 */
public interface LinkChoice {
  /**
   * Takes the next report of the flow's path.
   *
   * @param report has hops
   * @param nowPs when it arrived, in picoseconds
   * @param past is filled in: what is known of the link's past
   * @return which of the hops it is, from 0; of several, the first
   */
  int choose(Hops report, long nowPs, LinkHistory past);
}
