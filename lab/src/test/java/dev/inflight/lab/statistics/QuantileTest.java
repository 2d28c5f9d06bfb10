package dev.inflight.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.store.Database;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is one definition of quantiles: in Java, in SQL, and in what reports show. */
class QuantileTest {
  /** All shares for which the project computes quantiles, as they are written. */
  private static final List<String> SHARES = List.of("0.0", "0.005", "0.05", "0.07", "0.1", "0.35", "0.5", "0.55", "0.7", "0.9",
      "0.95", "0.99", "0.9925", "0.995", "0.9975", "0.999", "0.9995", "0.9999", "1.0");

  /** Tables have four digits of a slowdown. */
  private static final Offset<Double> OF_FOUR_DIGITS = Offset.offset(0.000_051);
  /** Comparisons take times in whole nanoseconds. */
  private static final Offset<Double> OF_WHOLE_NS = Offset.offset(0.001);

  @TempDir
  private Path folder;

  @Test
  void quantileIsTheLeastValueThatTheShareDoesNotExceed() {
    for (int count = 1; count <= 1000; count++) {
      for (String written : SHARES) {
        BigDecimal share = new BigDecimal(written);
        BigDecimal wanted = share.multiply(BigDecimal.valueOf(count));
        long rank = 1;
        while (BigDecimal.valueOf(rank).compareTo(wanted) < 0) {
          rank++;
        }
        assertThat(Quantile.rank(share.doubleValue(), count)).as(written + " of " + count).isEqualTo(rank);
      }
      for (int part = 0; part <= 20; part++) {
        assertThat(Quantile.rank(part, 20, count)).isEqualTo(Quantile.rank(part / 20.0, count));
      }
    }
  }

  @Test
  void rejectsSharesAndCountsWithoutQuantile() {
    for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> Quantile.rank(share, 5)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Quantile.rank(0.5, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Quantile.rank(3, 2, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Quantile.classOf(new long[3], 0.5)).isEqualTo(-1);
  }

  /** Samples of 1 to 1000 values, some of them equal. */
  @Test
  void javaAndSqlAgree() throws SQLException {
    var random = new Random(40);
    String list = "[" + String.join(", ", SHARES) + "]";
    String atShares = SHARES.stream().map(share -> "at_share(list_sort(list(x)), count(*), " + share + ")")
        .collect(Collectors.joining(", "));
    try (Connection database = Database.open(); Statement statement = database.createStatement()) {
      statement.execute(Quantile.AT_SHARE);
      for (int sample = 0; sample < 100; sample++) {
        int count = sample < 50 ? sample + 1 : 1 + random.nextInt(1000);
        double[] values = random.doubles(count).map(value -> Math.rint(value * 500) / 8).toArray();
        String rows = DoubleStream.of(values).mapToObj(value -> "(" + value + "::DOUBLE)").collect(Collectors.joining(", "));
        try (ResultSet row = statement.executeQuery(
            "SELECT unnest([" + atShares + "]), unnest(" + Quantile.sql("x", list) + ") FROM (VALUES " + rows + ") t(x)")) {
          double[] sorted = values.clone();
          Arrays.sort(sorted);
          for (String share : SHARES) {
            assertThat(row.next()).isTrue();
            double java = Quantile.of(sorted, Double.parseDouble(share));
            assertThat(row.getDouble(1)).as("at_share " + share + " of " + count).isEqualTo(java);
            assertThat(row.getDouble(2)).as("quantile_disc " + share + " of " + count).isEqualTo(java);
          }
        }
        assertThat(Percentiles.of(Arrays.stream(values).sorted().toArray()).values()).isEqualTo(DoubleStream
            .of(0.5, 0.95, 0.99, 1).mapToObj(share -> Quantile.of(Arrays.stream(values).sorted().toArray(), share)).toList());
        assertHistogram(values);
      }
    }
  }

  private static void assertHistogram(double[] values) {
    int[] classes = DoubleStream.of(values).mapToInt(value -> (int) value).sorted().toArray();
    var counts = new long[100];
    IntStream.of(classes).forEach(at -> counts[at]++);
    double[] sorted = IntStream.of(classes).asDoubleStream().toArray();
    for (String share : SHARES) {
      double wanted = Double.parseDouble(share);
      assertThat(Quantile.classOf(counts, wanted)).isEqualTo((int) Quantile.of(sorted, wanted));
    }
  }

  /** The run's summary, a query in SQL, {@code compare}, and the page of its report show the same median. */
  @Test
  void allCommandsShowOneMedianOfOneRun() throws IOException {
    Path scenario = folder.resolve("s.yaml");
    for (int senders : new int[] {1, 2, 3, 4, 7, 10, 20}) {
      String run = folder.resolve("run" + senders).toString();
      Files.writeString(scenario,
          "topology: star(hosts=22)\nflows: incast(senders=" + senders + ", size=" + (10 + senders) + "KB)\n");
      assertThat(Program.run("run", scenario.toString(), "--out", run, "--quiet").err()).isEmpty();
      String report = folder.resolve("r.html").toString();
      assertThat(Program.run("report", run, "--out", report).err()).isEmpty();
      String page = Files.readString(Path.of(report));
      String compared = Program.run("compare", run, run, "--json").out();
      String summary = Files.readString(Path.of(run, "summary.json"));
      for (String share : List.of("0.5", "0.95", "0.99")) {
        String name = "p" + share.substring(2) + (share.length() == 3 ? "0" : "");
        Program asked = Program.run("query", run, "SELECT quantile_disc(slowdown, " + share + ") AS q FROM flows", "--format",
            "csv");
        double sql = Double.parseDouble(asked.out().lines().toList().getLast());
        String which = name + " of " + senders + " flows";
        assertThat(number(summary, "\"slowdown\" : \\{[^}]*\"" + name + "\" : ")).as(which).isCloseTo(sql, OF_FOUR_DIGITS);
        assertThat(number(compared, "\"slowdown\" : \\{[^}]*\"" + name + "\" : ")).as(which).isCloseTo(sql, OF_WHOLE_NS);
        assertThat(number(page, "\\[0," + share.replace(".", "\\.") + ",")).as(which).isEqualTo(sql);
      }
    }
  }

  private static double number(String text, String behind) {
    Matcher found = Pattern.compile(behind + "([0-9.eE+-]+)").matcher(text);
    assertThat(found.find()).as(behind).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
