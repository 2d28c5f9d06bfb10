package dev.inflight.net.host;

import dev.inflight.cc.Feedback;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.route.Routes;

/**
 * What all hosts of one part of a simulation share: their rules, the routes, the packets, who is told and what is counted. It belongs to one
 * loop and so to one thread. Parts that run side by side have one each, whose counters are added up at the end.
 */
public final class HostContext {
  private final HostConfig rules;
  private final Routes routes;
  private final PacketPool pool;
  private final Observer observer;
  private final HostCounters counters = new HostCounters();
  /** Filled in anew for each acknowledgement; congestion controls do not keep it. */
  private final Feedback feedback = new Feedback();

  /**
   * What hosts share.
   *
   * @param rules how they send and receive
   * @param routes the routes of the fabric that they are in
   * @param pool where they take packets from, and give them back
   * @param observer is told what happens
   */
  public HostContext(HostConfig rules, Routes routes, PacketPool pool, Observer observer) {
    this.rules = rules;
    this.routes = routes;
    this.pool = pool;
    this.observer = observer;
  }

  /** How the hosts send and receive. */
  public HostConfig rules() {
    return rules;
  }

  /** What the hosts have counted. */
  public HostCounters counters() {
    return counters;
  }

  Routes routes() {
    return routes;
  }

  PacketPool pool() {
    return pool;
  }

  Observer observer() {
    return observer;
  }

  Feedback feedback() {
    return feedback;
  }
}
