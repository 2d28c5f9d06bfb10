package dev.inflight.telemetry.format.csig;

/**
 * Mapping of a signal's values to buckets and back. Values: available bandwidth in bit/s or as a share of the capacity, 0 to 1;
 * delays in picoseconds. Buckets rise with values.
 * <p>The value of a bucket is its worst one, so that no path appears less busy than it is: the lower end for bandwidth, the upper
 * end for delay. The last bucket of a delay has no upper end and uses the lower one. Bucket 0 of a delay is exactly 0: no queue.
 */
interface CsigScale {
  int bucket(CsigSignal signal, double value);

  double value(CsigSignal signal, int bucket);
}
