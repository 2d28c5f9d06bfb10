package dev.inflight.lab.listing;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import java.util.List;

/** Result files, with their columns and keys. */
public final class ListedResults extends Listed {
  public ListedResults() {
    super("results", "Files of results");
  }

  @Override
  public List<String> names() {
    return ResultFiles.names();
  }

  @Override
  public List<String> overview() {
    return ResultFiles.ALL.stream().map(file -> file.name() + ": " + file.about()).toList();
  }

  @Override
  public List<String> meanings() {
    return ResultFiles.ALL.stream().map(ResultFile::about).toList();
  }

  @Override
  public List<String> describe(String name) {
    return ResultFiles.describe(name);
  }
}
