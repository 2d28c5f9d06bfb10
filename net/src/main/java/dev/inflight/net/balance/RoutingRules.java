package dev.inflight.net.balance;

import dev.inflight.net.route.EcmpHash;

/**
 * Rules by which the switches of a fabric choose among paths.
 *
 * @param routing routing of the switches
 * @param hash hash of their choice
 * @param seed seed of their random choices
 */
public record RoutingRules(Routing routing, EcmpHash hash, long seed) {
  /** Makes rules with a choice by a hash. */
  public static RoutingRules by(EcmpHash hash) {
    return new RoutingRules(Ecmp.DEFAULT, hash, 1);
  }
}
