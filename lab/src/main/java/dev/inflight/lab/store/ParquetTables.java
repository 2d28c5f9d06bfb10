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
 * Keeps a run's tables as Parquet. During the run, tables are text, of which a kill can only cut the last line; a Parquet file is
 * unreadable without its end. After the run, the tables are converted, one row group at a time.
 */
public final class ParquetTables {
  /** Settings for points of a sweep, which are converted in parallel on one core each. */
  private static final List<String> MODEST = List.of("SET threads = 1", "SET memory_limit = '256MB'", "SET temp_directory = ''");

  private ParquetTables() {
  }

  /**
   * Starts and ends the database, for callers that need it only after hours.
   *
   * @throws InputError if the database cannot start on this machine
   */
  public static void checkAvailable() {
    try {
      Database.open().close();
    } catch (SQLException failed) {
      throw new InputError("tables: parquet needs the database DuckDB, which cannot start: " + Database.firstLine(failed));
    }
  }

  /**
   * Replaces all tables of a folder. Text tables are removed once all Parquet files are complete.
   *
   * @return replaced tables
   * @throws OutputError if a Parquet file cannot be written; then all text tables still exist
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
   * Returns the text of a Parquet table.
   *
   * @throws InputError if the file is not one that runs write
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
        Files.deleteIfExists(part); // it may be a link to a foreign file
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
