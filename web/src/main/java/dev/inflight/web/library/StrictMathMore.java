package dev.inflight.web.library;

import org.teavm.interop.Import;

/**
 * Methods of {@link StrictMath} for which TeaVM's are not exact. Browsers compute logarithms and powers near 1 by the algorithms of fdlibm, as Java does.
 */
public final class StrictMathMore {
  private static final String BROWSER = "teavmMath";
  /** From here on doubles are whole. */
  private static final double WHOLE = 0x1p52;

  private StrictMathMore() {
  }

  /** The nearest whole number; of two that are equally near, the even one. */
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
