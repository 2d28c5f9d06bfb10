package dev.inflight.telemetry.format.csig;

/**
 * How a signal's value becomes a bucket and back. Values: available bandwidth in bit/s, in relation to capacity 0 to 1, delays in
 * picoseconds. Buckets rise with them.
 *
 * <p>The value of a bucket is the worst that it holds, so that no one takes a path for emptier than it is: the lower end for
 * bandwidth, the upper end for delay, except for the last bucket, which has none. Bucket 0 of a delay is exactly 0: no queue.
 */
interface CsigScale {
  int bucket(CsigSignal signal, double value);

  double value(CsigSignal signal, int bucket);
}
