/** For tests of congestion control: the contract of all schemes, and drivers of flows. */
module dev.inflight.testkit {
  requires static org.jspecify;
  requires transitive dev.inflight.cc;
  requires jdk.management;

  exports dev.inflight.cc.testing;
}
