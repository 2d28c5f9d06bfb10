package dev.inflight.plot.draw;

import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import dev.inflight.plot.PlotAxis;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.block.RectangleConstraint;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** Drawing of a panel with JFreeChart: axes and a grid of thin lines, and the legend below, so that it covers nothing. */
final class PanelDrawing {
  private static final float THIN_PT = 0.5f;
  private static final int MOST_MARKERS = 40;
  /** Gap between the title of an axis and the labels of its ticks, in sizes of the font. */
  private static final double GAP = 0.4;
  private static final double LEGEND_LINE_PT = 9;
  /** Least height of the plot with a legend, as a share of its height without one: for a higher legend, the figure grows. */
  private static final double PLOT_BESIDE_LEGEND = 0.65;
  private static final float BAND_ALPHA = 0.2f;
  private static final Color GRID = new Color(0xdddddd);
  private static final Color MARK = new Color(0x666666);
  private static final Color NOTHING = new Color(0, true);

  private PanelDrawing() {
  }

  /**
   * Drawing of a panel.
   *
   * @param chart chart to draw
   * @param heightPt height, larger than requested if the legend needs the room
   */
  record Drawing(JFreeChart chart, double heightPt) {
  }

  static Drawing of(Panel panel, FigureStyle style) throws IOException {
    JFreeChart chart = chart(panel, style);
    if (panel.lines().size() <= 1) {
      return new Drawing(chart, style.heightPt());
    }
    LegendTitle legend = chart.getLegend();
    chart.removeLegend();
    double wantedPt = PLOT_BESIDE_LEGEND * plotHeightPt(chart, style.widthPt(), style.heightPt());
    chart.addLegend(legend);
    double roomPt = style.heightPt() + legendHeightPt(legend, style.widthPt());
    return new Drawing(chart, Math.max(style.heightPt(), roomPt + wantedPt - plotHeightPt(chart, style.widthPt(), roomPt)));
  }

  private static double plotHeightPt(JFreeChart chart, double widthPt, double heightPt) {
    var measured = new ChartRenderingInfo();
    Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    chart.draw(graphics, new Rectangle2D.Double(0, 0, widthPt, heightPt), measured);
    graphics.dispose();
    return measured.getPlotInfo().getDataArea().getHeight();
  }

  private static double legendHeightPt(LegendTitle legend, double widthPt) {
    Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    double heightPt = legend.arrange(graphics, new RectangleConstraint(new Range(0, widthPt), new Range(0, Double.MAX_VALUE)))
        .getHeight();
    graphics.dispose();
    return heightPt;
  }

  private static JFreeChart chart(Panel panel, FigureStyle style) throws IOException {
    Font font = Lettering.of(style.fontPt());
    TextUtils.setUseDrawRotatedStringWorkaround(false); // draws the outlines of letters
    var plot = new XYPlot(null, axis(panel.x(), font), axis(panel.y(), font), null);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setDomainGridlineStroke(thin());
    plot.setRangeGridlineStroke(thin());
    plot.setOutlineStroke(thin());
    plot.setOutlinePaint(Color.BLACK);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plot.setInsets(RectangleInsets.ZERO_INSETS);
    plot.setFixedLegendItems(legend(panel, font));
    int count = panel.lines().size();
    for (int at = 0; at < count; at++) { // the library draws the last first
      plot.setDataset(at, data(panel.lines().get(at)));
      plot.setRenderer(at, renderer(panel.lines().get(at), LineStyle.of(at)));
    }
    panel.marks().forEach(mark -> mark(plot, mark, font));
    var chart = new JFreeChart(null, font, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(0.5 * style.fontPt(), 2, 2, 1.5 * style.fontPt()));
    if (count > 1) {
      var legend = new LegendTitle(plot);
      legend.setItemFont(font);
      legend.setPosition(RectangleEdge.BOTTOM);
      legend.setFrame(BlockBorder.NONE);
      legend.setBackgroundPaint(Color.WHITE);
      legend.setItemLabelPadding(new RectangleInsets(1, 2, 1, 5));
      legend.setLegendItemGraphicPadding(new RectangleInsets(1, 2, 1, 1));
      legend.setMargin(0, 0, 0, 0);
      chart.addLegend(legend);
    }
    return chart;
  }

  private static BasicStroke thin() {
    return new BasicStroke(THIN_PT);
  }

  private static ValueAxis axis(PlotAxis axis, Font font) {
    ValueAxis made = TickedAxis.of(axis);
    made.setLabelFont(font);
    made.setTickLabelFont(font);
    made.setAxisLineStroke(thin());
    made.setAxisLinePaint(Color.BLACK);
    made.setTickMarkStroke(thin());
    made.setTickMarkPaint(Color.BLACK);
    made.setTickMarkOutsideLength(3);
    made.setMinorTickMarksVisible(true);
    made.setMinorTickMarkOutsideLength(1.5f);
    made.setTickLabelPaint(Color.BLACK);
    made.setLabelPaint(Color.BLACK);
    made.setTickLabelInsets(new RectangleInsets(1, 1, 1, 1));
    double gap = GAP * font.getSize2D();
    made.setLabelInsets(new RectangleInsets(1, 1, 1, 1 + gap));
    return made;
  }

  private static YIntervalSeriesCollection data(Line line) {
    var series = new YIntervalSeries(line.name(), false, true);
    double[] low = line.low();
    double[] high = line.high();
    for (int at = 0; at < line.x().length; at++) {
      double y = line.y()[at];
      if (line.steps() && at > 0) { // here and not in the library, because the library's steps restart the dashes
        double before = line.y()[at - 1];
        series.add(line.x()[at], before, before, before);
      }
      series.add(line.x()[at], y, low == null ? y : low[at], high == null ? y : high[at]);
    }
    var data = new YIntervalSeriesCollection();
    data.addSeries(series);
    return data;
  }

  private static XYLineAndShapeRenderer renderer(Line line, LineStyle style) {
    XYLineAndShapeRenderer renderer;
    if (line.low() != null) {
      var deviation = new DeviationRenderer(true, false);
      deviation.setAlpha(BAND_ALPHA);
      deviation.setSeriesFillPaint(0, style.color());
      renderer = deviation;
    } else {
      renderer = new XYLineAndShapeRenderer(true, false);
    }
    renderer.setSeriesPaint(0, style.color());
    renderer.setSeriesStroke(0, style.stroke());
    renderer.setSeriesShape(0, style.marker());
    renderer.setSeriesShapesVisible(0, hasMarkers(line));
    renderer.setDrawSeriesLineAsPath(true); // so that dashes do not restart at each point
    return renderer;
  }

  private static boolean hasMarkers(Line line) {
    return !line.steps() && line.x().length <= MOST_MARKERS;
  }

  private static LegendItemCollection legend(Panel panel, Font font) {
    var items = new LegendItemCollection();
    for (int at = 0; at < panel.lines().size(); at++) {
      Line line = panel.lines().get(at);
      LineStyle style = LineStyle.of(at);
      Paint paint = style.color();
      var item = new LegendItem(line.name(), null, null, null, hasMarkers(line), style.marker(), true, paint, false, paint,
          thin(), true, new Line2D.Double(-LEGEND_LINE_PT, 0, LEGEND_LINE_PT, 0), style.stroke(), paint);
      item.setLabelFont(font);
      items.add(item);
    }
    return items;
  }

  private static void mark(XYPlot plot, Mark mark, Font font) {
    var marker = new ValueMarker(mark.at(), MARK,
        new BasicStroke(THIN_PT, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {3, 2}, 0));
    marker.setLabel(mark.name());
    marker.setLabelFont(font);
    marker.setLabelPaint(MARK);
    marker.setLabelBackgroundColor(NOTHING);
    marker.setLabelAnchor(mark.vertical() ? RectangleAnchor.TOP_RIGHT : RectangleAnchor.TOP_LEFT);
    marker.setLabelTextAnchor(mark.vertical() ? TextAnchor.TOP_LEFT : TextAnchor.BOTTOM_LEFT);
    if (mark.vertical()) {
      plot.addDomainMarker(marker, Layer.BACKGROUND);
    } else {
      plot.addRangeMarker(marker, Layer.BACKGROUND);
    }
  }
}
