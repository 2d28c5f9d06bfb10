package dev.inflight.plot.draw;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A format of a figure's file. The same figure gives the same bytes. */
public enum FigureFormat {
  /** Scalable Vector Graphics 1.1, with text as text. */
  SVG {
    @Override
    public byte[] bytes(PaperFigure figure, FigureStyle style) throws IOException {
      return SvgFigure.bytes(PanelDrawing.of(figure.panel(), style), style.widthPt());
    }
  },
  /** Portable Document Format, with its font in it. */
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
   * The content of the file.
   *
   * @throws IOException when the figure cannot be drawn, as without any support of fonts on the machine
   */
  public abstract byte[] bytes(PaperFigure figure, FigureStyle style) throws IOException;

  /** The ending of the file's name, with its point. */
  public String ending() {
    return "." + name().toLowerCase(java.util.Locale.ROOT);
  }
}
