package dev.inflight.reproduction.cli;

import dev.inflight.lab.extension.Extension;
import dev.inflight.lab.listing.Listed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Adds {@code paper}, and the figures that {@code list} shows. */
public final class Reproduction implements Extension {
  @Override
  public SequencedMap<String, Entry> commands() {
    var commands = new LinkedHashMap<String, Entry>();
    commands.put("paper", new Entry(PaperCommand.SUMMARY, with -> new PaperCommand(with.out(), with.err(), with.disk())));
    return commands;
  }

  @Override
  public List<Listed> listed() {
    return List.of(new ListedFigures());
  }
}
