package dev.inflight.net.measure;

import java.util.stream.LongStream;

/** Way to combine the values of ports, parts and processes into one. */
public enum Adding {
  SUM {
    @Override
    public long of(LongStream values) {
      return values.sum();
    }
  },
  /** The largest of values that are 0 or more. */
  MOST {
    @Override
    public long of(LongStream values) {
      return values.max().orElse(0);
    }
  };

  /** Returns the combined value; 0 for no values. */
  public abstract long of(LongStream values);
}
