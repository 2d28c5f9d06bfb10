package dev.inflight.reproduction.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Numbers of a CSV file of results, by column; a cell that is no number is NaN. */
public record Table(Path file, Map<String, Integer> columns, double[][] values, int rows) {

  /** Reads a file of results. */
  public static Table read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
    String[] names = lines.getFirst().split(",");
    var values = new double[names.length][lines.size() - 1];
    for (int row = 0; row < lines.size() - 1; row++) {
      String[] cells = lines.get(row + 1).split(",", -1);
      for (int column = 0; column < names.length; column++) {
        values[column][row] = number(cells[column]);
      }
    }
    Map<String, Integer> columns = IntStream.range(0, names.length).boxed().collect(Collectors.toMap(at -> names[at], at -> at));
    return new Table(file, columns, values, lines.size() - 1);
  }

  private static double number(String cell) {
    boolean numeric = !cell.isEmpty() && (cell.charAt(0) == '-' || cell.charAt(0) >= '0' && cell.charAt(0) <= '9');
    return numeric ? Double.parseDouble(cell) : Double.NaN;
  }

  /** A column from the first row to the last. */
  public double[] column(String name) {
    Integer at = columns.get(name);
    if (at == null) {
      throw new IllegalArgumentException(file + " has no column " + name);
    }
    return Arrays.copyOf(values[at], rows);
  }

  /** The rows in which a column has this value. */
  public Table where(String name, double value) {
    double[] column = column(name);
    int[] kept = IntStream.range(0, rows).filter(row -> column[row] == value).toArray();
    double[][] left = Arrays.stream(values).map(all -> IntStream.of(kept).mapToDouble(row -> all[row]).toArray())
        .toArray(double[][]::new);
    return new Table(file, columns, left, kept.length);
  }
}
