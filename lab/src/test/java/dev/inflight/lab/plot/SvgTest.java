package dev.inflight.lab.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** A chart's SVG: readable text, the data where the axes say, and the same bytes each time. */
class SvgTest {
  private static final double[] X = {0, 25, 50, 100};
  private static final double[] Y = {0, 10, 5, 20};

  private static Chart chart(double[] y) {
    return new Chart("A chart", List.of(new Panel("A panel", new Axis("time (us)", 0, 100), new Axis("queue (KB)", 0, 20),
        List.of(new Line("first & only", X, y)), List.of(Mark.level("published", 15), Mark.at("begins", 25)))));
  }

  private static Document parse(String svg) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  @Test
  void textIsText() throws Exception {
    NodeList texts = parse(Svg.draw(chart(Y))).getElementsByTagName("text");
    var found = new ArrayList<String>();
    for (int at = 0; at < texts.getLength(); at++) {
      found.add(texts.item(at).getTextContent());
    }
    assertThat(found).contains("A chart", "A panel", "time (us)", "queue (KB)", "first & only", "published", "begins", "0", "20",
        "100");
  }

  @Test
  void theLineIsOnePathThroughAllPointsWhereTheAxesSay() {
    var path = Pattern.compile("<path d=\"M([\\d.]+) ([\\d.]+) L([\\d.]+) ([\\d.]+) L([\\d.]+) ([\\d.]+) L([\\d.]+) ([\\d.]+)\"")
        .matcher(Svg.draw(chart(Y)));
    assertThat(path.find()).isTrue();
    double left = Double.parseDouble(path.group(1));
    double right = Double.parseDouble(path.group(7));
    double bottom = Double.parseDouble(path.group(2));
    double top = Double.parseDouble(path.group(8));
    assertThat(Double.parseDouble(path.group(3))).isCloseTo(left + (right - left) / 4, within(0.02));
    assertThat(Double.parseDouble(path.group(4))).isCloseTo((top + bottom) / 2, within(0.02));
  }

  @Test
  void theSameChartGivesTheSameBytes() {
    String svg = Svg.draw(chart(Y));
    Svg.draw(chart(new double[] {1, 2, 3, 4}));
    assertThat(Svg.draw(chart(Y))).isEqualTo(svg);
    assertThat(Svg.draw(chart(new double[] {1, 2, 3, 4}))).isNotEqualTo(svg);
  }

  @Test
  void axesHaveRoundTicks() {
    assertThat(new Axis("", 0, 100).step()).isEqualTo(20);
    assertThat(new Axis("", 0.8, 1).step()).isEqualTo(0.05);
    assertThat(Axis.fromZero("", 773).to()).isEqualTo(1000);
    assertThat(Axis.fromZero("", 0).to()).isEqualTo(1);
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    assertThatThrownBy(() -> new Line("x", X, new double[1])).hasMessage("x has 4 x and 1 y");
    assertThatThrownBy(() -> new Axis("time", 1, 1)).hasMessage("axis 'time' from 1.0 to 1.0");
  }
}
