package dev.inflight.plot.draw;

import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Chart as SVG. */
final class SvgFigure {
  private static final String FONTS = "'Liberation Sans', Arial, Helvetica, sans-serif";
  private static final String FONT = "font-family";
  private static final int DECIMALS = 3;

  private SvgFigure() {
  }

  static byte[] bytes(PanelDrawing.Drawing drawing, double widthPt) throws IOException {
    Document document;
    try {
      document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException never) {
      throw new IllegalStateException(never); // the parser of the JDK needs no configuration
    }
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setPrecision(DECIMALS);
    context.setComment("");
    var graphics = new SVGGraphics2D(context, false);
    drawing.chart().draw(graphics, new Rectangle2D.Double(0, 0, widthPt, drawing.heightPt()));
    Element root = graphics.getRoot();
    root.setAttribute("width", widthPt + "pt");
    root.setAttribute("height", drawing.heightPt() + "pt");
    root.setAttribute("viewBox", "0 0 " + widthPt + " " + drawing.heightPt());
    NodeList all = root.getElementsByTagName("*");
    root.setAttribute(FONT, FONTS);
    for (int at = 0; at < all.getLength(); at++) {
      if (all.item(at) instanceof Element one && one.hasAttribute(FONT)) {
        one.setAttribute(FONT, FONTS);
      }
    }
    var bytes = new ByteArrayOutputStream();
    try { // without the library's writer, which adds a document type with a reference to another machine
      Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
      writer.transform(new DOMSource(root), new StreamResult(bytes));
    } catch (TransformerException unwritable) {
      throw new IOException("the figure cannot be written as SVG", unwritable);
    }
    return bytes.toByteArray();
  }
}
