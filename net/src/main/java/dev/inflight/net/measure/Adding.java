package dev.inflight.net.measure;

import java.util.stream.LongStream;

/** How the values of ports, parts and processes become one. */
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

  /** The one value; 0 of none. */
  public abstract long of(LongStream values);
}
