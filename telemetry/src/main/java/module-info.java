/** In-band telemetry: what a packet learns about each link it crosses. */
module dev.inflight.telemetry {
  requires static org.jspecify;

  exports dev.inflight.telemetry;
}
