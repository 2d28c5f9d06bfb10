package dev.inflight.livetools.cli;

import dev.inflight.lab.extension.Extension;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;

/** Extension that adds {@code live} and {@code watch}. */
public final class LiveTools implements Extension {
  @Override
  public SequencedMap<String, Function<Streams, Object>> commands() {
    var commands = new LinkedHashMap<String, Function<Streams, Object>>();
    commands.put("live", LiveCommand::new);
    commands.put("watch", with -> new WatchCommand(with.out(), with.err(), with.disk()));
    return commands;
  }
}
