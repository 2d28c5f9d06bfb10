/** Charts as data, and as figures for papers. */
module dev.inflight.plot {
  requires static org.jspecify;
  requires java.desktop;
  requires java.xml;
  requires org.jfree.jfreechart;
  requires org.apache.xmlgraphics.batik.svggen;
  requires org.apache.pdfbox;
  requires de.rototor.pdfbox.graphics2d;

  exports dev.inflight.plot;
  exports dev.inflight.plot.draw;
}
