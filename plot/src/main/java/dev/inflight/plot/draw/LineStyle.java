package dev.inflight.plot.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * Style of a line: a color, dashes and a marker. All three differ between adjacent lines, so that lines are distinct without
 * color. The colors are black and those of Okabe and Ito with sufficient contrast on white.
 *
 * @param color of the line
 * @param dashes lengths of its dashes and gaps in widths of the line; empty for a solid line
 * @param marker of its points, around the origin
 */
record LineStyle(Color color, List<Float> dashes, Shape marker) {
  private static final float WIDTH_PT = 1.1f;
  private static final double MARKER_PT = 3.2;

  static LineStyle of(int number) {
    List<Integer> colors = List.of(0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x000000, 0xe69f00, 0x56b4e9);
    List<List<Float>> dashes = List.of(List.of(), List.of(5f, 2f), List.of(1.5f, 1.5f), List.of(6f, 2f, 1.5f, 2f));
    List<Shape> markers = List.of(new Ellipse2D.Double(-0.5, -0.5, 1, 1), new Rectangle2D.Double(-0.45, -0.45, 0.9, 0.9),
        polygon(0, -0.6, 0.55, 0.45, -0.55, 0.45), polygon(0, -0.65, 0.65, 0, 0, 0.65, -0.65, 0),
        polygon(0, 0.6, 0.55, -0.45, -0.55, -0.45));
    return new LineStyle(new Color(colors.get(number % colors.size())), dashes.get(number % dashes.size()),
        AffineTransform.getScaleInstance(MARKER_PT, MARKER_PT).createTransformedShape(markers.get(number % markers.size())));
  }

  Stroke stroke() {
    if (dashes.isEmpty()) {
      return new BasicStroke(WIDTH_PT, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }
    var lengths = new float[dashes.size()];
    for (int at = 0; at < lengths.length; at++) {
      lengths[at] = dashes.get(at) * WIDTH_PT;
    }
    return new BasicStroke(WIDTH_PT, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, lengths, 0);
  }

  private static Shape polygon(double... coordinates) {
    var path = new Path2D.Double();
    path.moveTo(coordinates[0], coordinates[1]);
    for (int at = 2; at < coordinates.length; at += 2) {
      path.lineTo(coordinates[at], coordinates[at + 1]);
    }
    path.closePath();
    return path;
  }
}
