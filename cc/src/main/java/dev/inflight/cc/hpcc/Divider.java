package dev.inflight.cc.hpcc;

/** How equation 4 of HPCC divides: as it is, or as hardware without a divider does. */
@FunctionalInterface
interface Divider {
  /** IEEE 754. */
  Divider PLAIN = (dividend, load) -> dividend / load;

  /** About {@code dividend / load}, for a dividend and a load of 0 or more. */
  double quotient(double dividend, double load);
}
