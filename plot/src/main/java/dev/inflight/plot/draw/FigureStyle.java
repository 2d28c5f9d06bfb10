package dev.inflight.plot.draw;

/**
 * Size of a figure.
 *
 * @param widthPt width in points of 1/72 inch
 * @param heightPt height in points; a figure with a legend of many lines is higher, so that its plot keeps its size
 * @param fontPt size of its font, in points
 */
public record FigureStyle(double widthPt, double heightPt, double fontPt) {
  /** Size of a column in the ACM's and the IEEE's two-column formats: 3.33 inches wide, with a font of 8 points. */
  public static final FigureStyle COLUMN = new FigureStyle(240, 158, 8);
}
