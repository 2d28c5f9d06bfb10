package dev.inflight.plot.draw;

import java.awt.Font;
import java.awt.FontFormatException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.pdmodel.PDDocument;

/** The font of figures: Liberation Sans, which PDFBox brings, with letters as wide as those of Arial and Helvetica. */
final class Lettering {
  private static final String FILE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  private Lettering() {
  }

  /** The font's file. */
  static InputStream file() throws IOException {
    InputStream file = PDDocument.class.getResourceAsStream(FILE);
    if (file == null) {
      throw new IOException("the font of figures is missing in PDFBox: " + FILE);
    }
    return file;
  }

  /**
   * The font in this size.
   *
   * @throws IOException when Java cannot use fonts on this machine
   */
  static Font of(double pt) throws IOException {
    System.setProperty("java.awt.headless", "true"); // figures need no screen, and none may be looked for
    try (InputStream file = file()) {
      return Font.createFont(Font.TRUETYPE_FONT, file).deriveFont((float) pt);
    } catch (FontFormatException unreadable) {
      throw new IOException("the font of figures cannot be read", unreadable);
    } catch (InternalError | RuntimeException | UnsatisfiedLinkError unsupported) { // what Java throws without libfreetype or without fontconfig
      throw new IOException("Java cannot draw text on this machine, which needs the packages fontconfig and libfreetype6: "
          + unsupported.getMessage(), unsupported);
    }
  }
}
