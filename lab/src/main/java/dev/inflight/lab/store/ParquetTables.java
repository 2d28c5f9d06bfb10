package dev.inflight.lab.store;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Keeps the tables of a run as Parquet. While a run goes on its tables grow as text, of which a kill can only cut the last line; a Parquet file is
 * nothing without its end. So they are turned into Parquet when the run has ended, a row group at a time.
 */
public final class ParquetTables {
  /** Points of a sweep do this side by side, each on a core of its own. */
  private static final List<String> MODEST = List.of("SET threads = 1", "SET memory_limit = '256MB'", "SET temp_directory = ''");

  private ParquetTables() {
  }

  /**
   * Starts the database and ends it, for callers that need it only after hours.
   *
   * @throws InputError when it cannot start on this machine
   */
  public static void checkAvailable() {
    try {
      Database.open().close();
    } catch (SQLException failed) {
      throw new InputError("tables: parquet needs the database DuckDB, which cannot start: " + Database.firstLine(failed));
    }
  }

  /**
   * Replaces all tables of a folder. Those of text are removed when all others are whole.
   *
   * @return the tables that were replaced
   * @throws OutputError when one cannot be written; then all of text are there still
   */
  public static List<ResultFile> replaceText(Path folder) {
    List<ResultFile> tables = ResultFiles.ALL.stream()
        .filter(table -> table.isCsv() && Files.exists(folder.resolve(table.name()))).toList();
    try {
      writeParts(folder, tables);
      for (ResultFile table : tables) {
        Files.move(part(folder, table), folder.resolve(table.named(ResultFile.PARQUET)), StandardCopyOption.REPLACE_EXISTING);
      }
      for (ResultFile table : tables) {
        Files.delete(folder.resolve(table.name()));
      }
      return tables;
    } catch (SQLException failed) {
      throw new OutputError(folder + ": cannot write the tables as Parquet: " + Database.whyOfFiles(failed));
    } catch (IOException failed) {
      throw new OutputError(folder, "write the tables as Parquet", failed);
    } finally {
      tables.forEach(table -> part(folder, table).toFile().delete());
    }
  }

  /**
   * What a table kept as Parquet would be as text.
   *
   * @throws InputError when the file is not what runs write
   */
  public static InputText asText(ResultFile kind, Path parquet) {
    try (Connection database = Database.open()) {
      return InputText.of(parquet, new StoredTable(kind, parquet).asText(database));
    } catch (SQLException failed) {
      throw SourceLocation.of(parquet).error("this cannot be read as Parquet: " + Database.firstLine(failed));
    } catch (IOException failed) {
      throw SourceLocation.of(parquet).error("this cannot be read as text: " + failed.getMessage());
    }
  }

  private static void writeParts(Path folder, List<ResultFile> tables) throws SQLException, IOException {
    try (Connection database = Database.open(); Statement statement = database.createStatement()) {
      for (String modest : MODEST) {
        statement.execute(modest);
      }
      for (ResultFile table : tables) {
        Path part = part(folder, table);
        Files.deleteIfExists(part); // it may be a link to what is not ours
        var text = new StoredTable(table, folder.resolve(table.name()));
        statement.execute("COPY (FROM " + text.ofText(text.path()).call() + ") TO " + Database.literal(part.toString()) + " ("
            + ColumnMeanings.parquet(text.known()) + ")");
      }
    }
  }

  private static Path part(Path folder, ResultFile table) {
    return folder.resolve(table.named(ResultFile.PARQUET_PART));
  }
}
