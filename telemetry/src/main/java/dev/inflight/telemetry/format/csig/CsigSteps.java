package dev.inflight.telemetry.format.csig;

/** Scale of the wide tag: equal steps above a base, 2^20 for each signal. */
final class CsigSteps implements CsigScale {
  private static final int LAST = CsigTag.WIDE.largestValue();
  private static final double RATIO_STEP = 1.0 / (1 << 20);
  private static final double BITS_PER_MBIT = 1e6;
  private static final double PS_PER_NS = 1000;

  private final double[] bases;
  private final double[] steps;

  /** Creates steps from the numbers of {@link CsigWideFormat}. */
  CsigSteps(int abwBaseMbitPerSec, int abwStepMbitPerSec, int delayBaseNs, int delayStepNs) {
    double abwBase = base("abwBaseMbitPerSec", abwBaseMbitPerSec) * BITS_PER_MBIT;
    double abwStep = step("abwStepMbitPerSec", abwStepMbitPerSec) * BITS_PER_MBIT;
    double delayBase = base("delayBaseNs", delayBaseNs) * PS_PER_NS;
    double delayStep = step("delayStepNs", delayStepNs) * PS_PER_NS;
    bases = new double[] {abwBase, 0, delayBase, delayBase};
    steps = new double[] {abwStep, RATIO_STEP, delayStep, delayStep};
  }

  private static int base(String what, int value) {
    return value == 0 ? 0 : step(what, value);
  }

  private static int step(String what, int value) {
    if (value <= 0 || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(what + " " + value + " is not a power of two");
    }
    return value;
  }

  @Override
  public int bucket(CsigSignal signal, double value) {
    double steps = (value - bases[signal.code()]) / this.steps[signal.code()];
    return (int) Math.clamp(steps, 0, LAST);
  }

  @Override
  public double value(CsigSignal signal, int bucket) {
    if (bucket == 0) {
      return 0;
    }
    int edge = signal.takesLeast() || bucket == LAST ? bucket : bucket + 1;
    return bases[signal.code()] + steps[signal.code()] * edge;
  }
}
