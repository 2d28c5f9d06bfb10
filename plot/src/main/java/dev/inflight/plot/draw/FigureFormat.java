package dev.inflight.plot.draw;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Format of a figure's file. The same figure gives the same bytes. */
public enum FigureFormat {
  /** Scalable Vector Graphics 1.1, with text as text. */
  SVG {
    @Override
    public byte[] bytes(PaperFigure figure, FigureStyle style) throws IOException {
      return SvgFigure.bytes(PanelDrawing.of(figure.panel(), style), style.widthPt());
    }
  },
  /** Portable Document Format, with its font embedded. */
  PDF {
    @Override
    public byte[] bytes(PaperFigure figure, FigureStyle style) throws IOException {
      return PdfFigure.bytes(PanelDrawing.of(figure.panel(), style), style.widthPt());
    }
  },
  /** The data as comma-separated values. */
  CSV {
    @Override
    public byte[] bytes(PaperFigure figure, FigureStyle style) {
      return figure.data().csv().getBytes(StandardCharsets.UTF_8);
    }
  };

  /**
   * Content of the file.
   *
   * @throws IOException if the figure cannot be drawn, for example without font support on the machine
   */
  public abstract byte[] bytes(PaperFigure figure, FigureStyle style) throws IOException;

  /** Suffix of the file's name, with its dot. */
  public String ending() {
    return "." + name().toLowerCase(java.util.Locale.ROOT);
  }
}
