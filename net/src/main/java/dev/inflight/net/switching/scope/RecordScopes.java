package dev.inflight.net.switching.scope;

import java.util.List;

/** The list of all scopes. */
public final class RecordScopes {
  /** Each with its default parameters; the first is the default. */
  public static final List<RecordScope> ALL = List.of(PortScope.DEFAULT, QueueScope.DEFAULT);

  private RecordScopes() {
  }
}
