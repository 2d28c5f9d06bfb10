package dev.inflight.plot.draw;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Chart as a PDF with one page of the chart's size. */
final class PdfFigure {
  private PdfFigure() {
  }

  static byte[] bytes(PanelDrawing.Drawing drawing, double widthPt) throws IOException {
    try (var document = new PDDocument(); InputStream font = Lettering.file()) {
      document.setDocumentId(0L); // otherwise it is the current time
      float width = (float) widthPt;
      float height = (float) drawing.heightPt();
      var page = new PDPage(new PDRectangle(width, height));
      document.addPage(page);
      var graphics = new PdfBoxGraphics2D(document, width, height);
      var text = new PdfBoxGraphics2DFontTextDrawer();
      text.registerFont(font);
      graphics.setFontTextDrawer(text);
      drawing.chart().draw(graphics, new Rectangle2D.Double(0, 0, width, height));
      graphics.dispose();
      try (var content = new PDPageContentStream(document, page)) {
        content.drawForm(graphics.getXFormObject());
      }
      var bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }
}
