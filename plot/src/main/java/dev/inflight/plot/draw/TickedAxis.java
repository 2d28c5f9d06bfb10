package dev.inflight.plot.draw;

import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Scale;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** JFreeChart's axes with Inflight's ticks. */
final class TickedAxis {
  /** Margin of a logarithmic axis beyond its ends, as a share of its length, so that markers there are not cut. */
  private static final double MARGIN = 0.02;

  private TickedAxis() {
  }

  static ValueAxis of(PlotAxis axis) {
    ValueAxis made = axis.scale() == Scale.LOG ? new Logarithmic(axis) : new Linear(axis);
    double margin = axis.scale() == Scale.LOG ? StrictMath.pow(axis.to() / axis.from(), MARGIN) : 1;
    made.setRange(axis.from() / margin, axis.to() * margin);
    return made;
  }

  private static List<NumberTick> ticks(PlotAxis axis, RectangleEdge edge) {
    TextAnchor anchor = RectangleEdge.isTopOrBottom(edge) ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
    return axis.ticks().stream().map(tick -> new NumberTick(tick.isMinor() ? TickType.MINOR : TickType.MAJOR, tick.value(),
        tick.label(), anchor, TextAnchor.CENTER, 0)).toList();
  }

  private static final class Linear extends NumberAxis {
    private static final long serialVersionUID = 1;
    private final transient PlotAxis axis;

    Linear(PlotAxis axis) {
      super(axis.title());
      this.axis = axis;
    }

    @Override
    @SuppressWarnings("rawtypes") // JFreeChart's types
    public List refreshTicks(Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
      return ticks(axis, edge);
    }
  }

  private static final class Logarithmic extends LogAxis {
    private static final long serialVersionUID = 1;
    private final transient PlotAxis axis;

    Logarithmic(PlotAxis axis) {
      super(axis.title());
      this.axis = axis;
    }

    @Override
    @SuppressWarnings("rawtypes") // JFreeChart's types
    public List refreshTicks(Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
      return ticks(axis, edge);
    }
  }
}
