package dev.inflight.livetools.cli;

import dev.inflight.lab.extension.Extension;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Extension that adds {@code live} and {@code watch}. */
public final class LiveTools implements Extension {
  @Override
  public SequencedMap<String, Entry> commands() {
    var commands = new LinkedHashMap<String, Entry>();
    commands.put("live", new Entry(LiveCommand.SUMMARY, LiveCommand::new));
    commands.put("watch", new Entry(WatchCommand.SUMMARY, with -> new WatchCommand(with.out(), with.err(), with.disk())));
    return commands;
  }
}
