package dev.inflight.net.nic;

/** A NIC that schedules any number of flows, at any rate, in turn. */
public record UnlimitedNic() implements NicModel {
  /** The only one. */
  public static final UnlimitedNic DEFAULT = new UnlimitedNic();

  @Override
  public String name() {
    return "unlimited";
  }
}
