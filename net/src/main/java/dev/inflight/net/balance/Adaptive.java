package dev.inflight.net.balance;

/** Routing in which each switch chooses anew while a flow lasts. */
public interface Adaptive extends Routing {
  @Override
  default boolean switchesChoose() {
    return true;
  }
}
