package dev.inflight.lab.store;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Columns of node names, for each column of their numbers: {@code peer_name} for {@code peer}. The names are those of the run's
 * {@link ResultFiles#NODES}; without that file, as in folders of older versions, the columns are empty. Tables with a row per
 * port or rank have such columns in their files.
 */
public final class NodeColumns {
  private static final String NODE = "node";
  private static final String ENDING = "_name";
  /** Maximum node number, so that an untrusted table cannot fill memory. */
  private static final int MOST_NODES = 1 << 20;

  private final Connection database;
  /** Variable of a node file's names, by the file's digest. Runs of a sweep share equal names. */
  private final Map<String, String> variables = new HashMap<>();

  NodeColumns(Connection database) {
    this.database = database;
  }

  /** Returns a table's additional columns with names. */
  public static List<Field> of(ResultFile file) {
    Set<String> own = file.fields().stream().map(Field::name).collect(Collectors.toSet());
    return all(file).stream().filter(field -> !own.contains(field.name())).toList();
  }

  private static List<Field> all(ResultFile file) {
    return file == ResultFiles.NODES
        ? List.of()
        : file.fields().stream().filter(NodeColumns::isNode).map(field -> new Field(field.name() + ENDING, ResultFile.Type.TEXT,
            0, List.of(), true, field.range(), "", "the name of '" + field.name() + "'")).toList();
  }

  private static boolean isNode(Field field) {
    return field.unit().equals(NODE);
  }

  /**
   * Stores the node names of a run.
   *
   * @param file the run's file of nodes
   * @param rows the call that reads it
   * @return the variable with the names
   */
  String keep(Path file, String rows) throws IOException, SQLException {
    String digest = digest(file);
    String known = variables.get(digest);
    if (known != null) {
      return known;
    }
    String variable = "node_names_" + variables.size();
    try (Statement statement = database.createStatement()) {
      statement.execute("SET VARIABLE " + variable + " = (SELECT list(name ORDER BY node) FROM (SELECT n.node, any_value(t.name)"
          + " AS name FROM (SELECT unnest(range((SELECT max(node) + 1 FROM " + rows + " WHERE node < " + MOST_NODES
          + "))) AS node) n LEFT JOIN " + rows + " t ON t.node = n.node GROUP BY n.node))");
    }
    variables.put(digest, variable);
    return variable;
  }

  /** Returns the additional columns to select, given the variable of names: a list with a leading comma, or an empty text. */
  static String selected(ResultFile file, Set<String> columns, @Nullable String variable) {
    var text = new StringBuilder();
    for (Field field : all(file)) {
      String number = field.name().substring(0, field.name().length() - ENDING.length());
      if (variable != null && columns.contains(number) && !columns.contains(field.name())) {
        text.append(", getvariable(").append(Database.literal(variable)).append(")[").append(Database.quoted(number))
            .append(" + 1] AS ").append(Database.quoted(field.name()));
      }
    }
    return text.toString();
  }

  private static String digest(Path file) throws IOException {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException none) {
      throw new IllegalStateException(none);
    }
  }
}
