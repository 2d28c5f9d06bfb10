package dev.inflight.plot.draw;

import java.awt.Font;
import java.awt.FontFormatException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.pdmodel.PDDocument;

/** Font of figures: Liberation Sans, which PDFBox includes, with letters as wide as those of Arial and Helvetica. */
final class Lettering {
  private static final String FILE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  private Lettering() {
  }

  /** File of the font. */
  static InputStream file() throws IOException {
    InputStream file = PDDocument.class.getResourceAsStream(FILE);
    if (file == null) {
      throw new IOException("the font of figures is missing in PDFBox: " + FILE);
    }
    return file;
  }

  /**
   * Font in a size.
   *
   * @throws IOException if Java cannot use fonts on this machine
   */
  static Font of(double pt) throws IOException {
    System.setProperty("java.awt.headless", "true"); // figures need no screen, and Java must not look for one
    try (InputStream file = file()) {
      return Font.createFont(Font.TRUETYPE_FONT, file).deriveFont((float) pt);
    } catch (FontFormatException unreadable) {
      throw new IOException("the font of figures cannot be read", unreadable);
    } catch (InternalError | RuntimeException | UnsatisfiedLinkError unsupported) { // without libfreetype or fontconfig
      throw new IOException("Java cannot draw text on this machine, which needs the packages fontconfig and libfreetype6: "
          + unsupported.getMessage(), unsupported);
    }
  }
}
