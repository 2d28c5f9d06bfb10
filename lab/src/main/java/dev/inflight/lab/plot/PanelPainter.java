package dev.inflight.lab.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.DefaultXYDataset;

/** Turns a panel into a chart of the library. Ticks and the room beside the axes are fixed, so that no font moves the data. */
final class PanelPainter {
  /** Colours that people with any colour vision tell apart (Okabe and Ito). */
  private static final List<Color> COLOURS = List.of(new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
      new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9));
  private static final Color INK = new Color(0x333333);
  private static final Color GRID = new Color(0xE4E4E4);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final int LEFT = 62;
  private static final int BELOW = 44;

  private PanelPainter() {
  }

  static JFreeChart paint(Panel panel) {
    var data = new DefaultXYDataset();
    var renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    for (int line = 0; line < panel.lines().size(); line++) {
      Line drawn = panel.lines().get(line);
      data.addSeries(drawn.name(), new double[][] {drawn.x(), drawn.y()});
      renderer.setSeriesPaint(line, COLOURS.get(line % COLOURS.size()));
      renderer.setSeriesStroke(line, new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }
    var plot = new XYPlot(data, axis(panel.x()), axis(panel.y()), renderer);
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.REVERSE);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlinePaint(null);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setDomainGridlineStroke(new BasicStroke(1));
    plot.setRangeGridlineStroke(new BasicStroke(1));
    plot.setFixedRangeAxisSpace(space(LEFT, 0));
    plot.setFixedDomainAxisSpace(space(0, BELOW));
    panel.marks().forEach(mark -> mark(plot, mark));
    var chart = new JFreeChart(panel.title(), TITLE, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getTitle().setPaint(INK);
    chart.setPadding(new RectangleInsets(4, 4, 4, 14));
    chart.addSubtitle(legend(plot));
    return chart;
  }

  private static NumberAxis axis(Axis shape) {
    var axis = new NumberAxis(shape.title());
    axis.setRange(shape.from(), shape.to());
    axis.setTickUnit(new NumberTickUnit(shape.step(), ticks(shape.step())));
    axis.setLabelFont(TEXT);
    axis.setTickLabelFont(TEXT);
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
    axis.setTickMarkPaint(INK);
    return axis;
  }

  private static AxisSpace space(int left, int below) {
    var space = new AxisSpace();
    space.setLeft(left);
    space.setBottom(below);
    return space;
  }

  private static void mark(XYPlot plot, Mark mark) {
    var marker = new ValueMarker(mark.at(), INK,
        new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 4}, 0));
    marker.setLabel(mark.name());
    marker.setLabelFont(TEXT);
    marker.setLabelPaint(INK);
    marker.setLabelBackgroundColor(new Color(255, 255, 255, 215));
    if (mark.vertical()) {
      marker.setLabelAnchor(RectangleAnchor.BOTTOM_RIGHT);
      marker.setLabelTextAnchor(TextAnchor.BOTTOM_LEFT);
      plot.addDomainMarker(marker);
    } else {
      marker.setLabelAnchor(RectangleAnchor.BOTTOM_RIGHT);
      marker.setLabelTextAnchor(TextAnchor.TOP_RIGHT);
      plot.addRangeMarker(marker);
    }
  }

  private static LegendTitle legend(XYPlot plot) {
    var legend = new LegendTitle(plot);
    legend.setPosition(RectangleEdge.BOTTOM);
    legend.setItemFont(TEXT);
    legend.setItemPaint(INK);
    legend.setBackgroundPaint(Color.WHITE);
    return legend;
  }

  /** Numbers at ticks: as many decimals as the step needs, the same in every country. */
  private static NumberFormat ticks(double step) {
    String digits = step >= 1 ? "0" : step >= 0.1 ? "0.0" : step >= 0.01 ? "0.00" : "0.000";
    return new DecimalFormat(digits, DecimalFormatSymbols.getInstance(Locale.ROOT));
  }
}
