package dev.inflight.lab.plot;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.text.TextUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Draws charts as SVG: the same chart gives the same bytes, with the same fonts. */
public final class Svg {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";
  private static final int PANEL_WIDTH = 520;
  private static final int LONE_PANEL_WIDTH = 760;
  private static final int PANEL_HEIGHT = 380;
  private static final int TITLE_HEIGHT = 34;

  private Svg() {
  }

  /** The chart as an SVG document. */
  public static String draw(Chart chart) {
    TextUtils.setUseDrawRotatedStringWorkaround(false); // the other way draws the y axis's title as a shape, not as text
    SVGGraphics2D canvas = canvas();
    int panels = chart.panels().size();
    int panelWidth = panels == 1 ? LONE_PANEL_WIDTH : PANEL_WIDTH;
    int width = panelWidth * panels;
    int height = TITLE_HEIGHT + PANEL_HEIGHT;
    canvas.setSVGCanvasSize(new Dimension(width, height));
    canvas.setColor(Color.WHITE);
    canvas.fillRect(0, 0, width, height);
    canvas.setColor(new Color(0x111111));
    canvas.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    canvas.drawString(chart.title(), 16, 24);
    for (int panel = 0; panel < panels; panel++) {
      PanelPainter.paint(chart.panels().get(panel)).draw(canvas,
          new Rectangle(panel * panelWidth, TITLE_HEIGHT, panelWidth, PANEL_HEIGHT));
    }
    return text(canvas, width, height);
  }

  private static SVGGraphics2D canvas() {
    try {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().getDOMImplementation()
          .createDocument(NAMESPACE, "svg", null);
      SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
      context.setPrecision(2);
      context.setComment(null);
      return new SVGGraphics2D(context, false);
    } catch (ParserConfigurationException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static String text(SVGGraphics2D canvas, int width, int height) {
    Element root = canvas.getRoot();
    root.setAttributeNS(null, "viewBox", "0 0 " + width + " " + height);
    try (var text = new StringWriter()) {
      canvas.stream(root, text, true, false);
      return text.toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
