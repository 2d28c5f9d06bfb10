package dev.inflight.web.library;

import org.teavm.interop.Import;

/**
 * Methods of {@link StrictMath} for which TeaVM's are inexact. Browsers compute logarithms and powers near 1 by the algorithms
 * of fdlibm, like Java.
 */
public final class StrictMathMore {
  private static final String BROWSER = "teavmMath";
  /** Bound from which all doubles are integers. */
  private static final double WHOLE = 0x1p52;

  private StrictMathMore() {
  }

  /** Nearest integer; the even one of two that are equally near. */
  public static double rint(double value) {
    double size = Math.abs(value);
    return size < WHOLE ? Math.copySign(size + WHOLE - WHOLE, value) : value;
  }

  /** {@code e^x - 1}. */
  @Import(module = BROWSER, name = "expm1")
  public static native double expm1(double x);

  /** {@code ln(1 + x)}. */
  @Import(module = BROWSER, name = "log1p")
  public static native double log1p(double x);
}
