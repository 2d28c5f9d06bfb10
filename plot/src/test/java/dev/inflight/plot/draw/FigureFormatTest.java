package dev.inflight.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.TickText;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.entity.LegendItemEntity;
import org.jfree.chart.entity.StandardEntityCollection;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Files of figures, read by parsers of SVG and PDF. */
class FigureFormatTest {
  private static final double PT_PER_INCH = 72;

  static PaperFigure figure(String first) {
    double[] sizes = {1e3, 1e4, 1e5, 1e6, 1e7};
    var lines = new ArrayList<Line>();
    lines.add(new Line(first, sizes, new double[] {1.2, 1.4, 2, 3.5, 4}, new double[] {1.1, 1.3, 1.8, 3, 3.5},
        new double[] {1.3, 1.5, 2.4, 4, 5}, false));
    for (int at = 1; at < 6; at++) {
      double factor = 1 + at;
      lines.add(new Line("scheme " + at, sizes, IntStream.range(0, 5).mapToDouble(point -> factor * (1 + point)).toArray()));
    }
    var panel = new Panel("slowdown", PlotAxis.log("flow size", 1e3, 1e7, TickText.BYTES),
        PlotAxis.log("slowdown p99", 1, 30, TickText.NUMBER), lines, List.of(Mark.level("ideal", 1.5)));
    return new PaperFigure("slowdown", panel,
        new FigureTable(List.of("scheme", "p99"), List.of(List.of("a,b", "1.5"), List.of("\"c\"", "2"))));
  }

  @Test
  void svgHasTextInTheRequestedSize() throws Exception {
    byte[] bytes = FigureFormat.SVG.bytes(figure("hpcc <script>&"), FigureStyle.COLUMN);
    Element root = DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes))
        .getDocumentElement();

    assertThat(root.getAttribute("width")).isEqualTo("240.0pt");
    var texts = new ArrayList<String>();
    var all = root.getElementsByTagName("text");
    for (int at = 0; at < all.getLength(); at++) {
      texts.add(all.item(at).getTextContent());
      assertThat(((Element) all.item(at)).getAttribute("font-family")).isIn("",
          "'Liberation Sans', Arial, Helvetica, sans-serif");
    }
    assertThat(texts).contains("hpcc <script>&", "scheme 5", "flow size", "slowdown p99", "ideal", "1 KB", "100 KB", "10 MB", "1",
        "5", "10");
    assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("<script");
  }

  @Test
  void pdfHasTheSameTextAndEmbedsItsFont() throws IOException {
    byte[] bytes = FigureFormat.PDF.bytes(figure("hpcc"), FigureStyle.COLUMN);

    try (PDDocument document = Loader.loadPDF(bytes)) {
      assertThat(document.getNumberOfPages()).isEqualTo(1);
      assertThat(document.getPage(0).getMediaBox().getWidth() / PT_PER_INCH).isEqualTo(3.33,
          org.assertj.core.data.Offset.offset(0.01));
      assertThat(new PDFTextStripper().getText(document)).contains("hpcc", "scheme 5", "flow size", "100 KB", "ideal");
      PDResources page = document.getPage(0).getResources();
      PDResources drawn = ((PDFormXObject) page.getXObject(page.getXObjectNames().iterator().next())).getResources();
      assertThat(drawn.getFontNames()).isNotEmpty();
      for (COSName name : drawn.getFontNames()) {
        assertThat(drawn.getFont(name).getName()).endsWith("LiberationSans");
        assertThat(drawn.getFont(name).isEmbedded()).isTrue();
      }
    }
  }

  @Test
  void sameFigureGivesTheSameBytes() throws Exception {
    for (FigureFormat format : FigureFormat.values()) {
      byte[] first = format.bytes(figure("hpcc"), FigureStyle.COLUMN);
      Thread.sleep(1100); // a date of creation would have changed
      assertThat(format.bytes(figure("hpcc"), FigureStyle.COLUMN)).as(format.name()).isEqualTo(first);
    }
  }

  /** With 1 to 40 lines, with short names and with names as wide as the figure. */
  @Test
  void plotKeepsItsSizeUnderAnyLegend() throws Exception {
    FigureStyle style = FigureStyle.COLUMN;
    double least = 0.6 * plot(lines(1, "hpcc")).getHeight();
    for (String name : List.of("dcqcn", "workload 1: load=0.5 and scheme: powertcp(gamma=0.9)")) {
      for (int count = 1; count <= 40; count++) {
        PaperFigure figure = lines(count, name);
        PanelDrawing.Drawing drawing = PanelDrawing.of(figure.panel(), style);
        assertThat(plot(figure).getHeight()).as(count + " lines").isGreaterThanOrEqualTo(least);
        Element root = DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(FigureFormat.SVG.bytes(figure, style))).getDocumentElement();
        assertThat(root.getAttribute("height")).isEqualTo(drawing.heightPt() + "pt");
        String all = root.getTextContent();
        for (int at = 0; at < count && count > 1; at++) {
          assertThat(all.contains(name + " #" + at + ";")).as("line " + at + " of " + count).isTrue();
        }
      }
    }
  }

  @Test
  void legendIsWithinItsFigure() throws Exception {
    for (int count : new int[] {2, 6, 12, 40}) {
      PanelDrawing.Drawing drawing = PanelDrawing.of(lines(count, "a-name-of-some-length").panel(), FigureStyle.COLUMN);
      var measured = new ChartRenderingInfo(new StandardEntityCollection());
      draw(drawing, measured);
      List<Rectangle2D> items = new ArrayList<>();
      for (Object one : measured.getEntityCollection().getEntities()) {
        if (one instanceof LegendItemEntity item) {
          items.add(item.getArea().getBounds2D());
        }
      }
      double plotEndsPt = measured.getPlotInfo().getDataArea().getMaxY();
      assertThat(items).hasSize(count).allSatisfy(item -> {
        assertThat(item.getMinY()).isGreaterThan(plotEndsPt);
        assertThat(item.getMaxY()).isLessThanOrEqualTo(drawing.heightPt());
      });
    }
  }

  private static PaperFigure lines(int count, String name) {
    var lines = new ArrayList<Line>();
    for (int at = 0; at < count; at++) {
      lines.add(new Line(name + " #" + at + ";", new double[] {1e3, 1e7}, new double[] {1, 20}));
    }
    return new PaperFigure("slowdown", new Panel("slowdown", PlotAxis.log("flow size", 1e3, 1e7, TickText.BYTES),
        PlotAxis.log("slowdown p99", 1, 30, TickText.NUMBER), lines, List.of()), new FigureTable(List.of("p99"), List.of()));
  }

  private static Rectangle2D plot(PaperFigure figure) throws IOException {
    var measured = new ChartRenderingInfo();
    draw(PanelDrawing.of(figure.panel(), FigureStyle.COLUMN), measured);
    return measured.getPlotInfo().getDataArea();
  }

  private static void draw(PanelDrawing.Drawing drawing, ChartRenderingInfo measured) {
    drawing.chart().draw(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics(),
        new Rectangle2D.Double(0, 0, FigureStyle.COLUMN.widthPt(), drawing.heightPt()), measured);
  }

  @Test
  void csvQuotesSpecialCells() throws IOException {
    assertThat(new String(FigureFormat.CSV.bytes(figure("hpcc"), FigureStyle.COLUMN), StandardCharsets.UTF_8))
        .isEqualTo("scheme,p99\n\"a,b\",1.5\n\"\"\"c\"\"\",2\n");
  }
}
