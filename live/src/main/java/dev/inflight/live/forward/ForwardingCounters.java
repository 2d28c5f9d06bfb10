package dev.inflight.live.forward;

/** What the soft switches of a fabric have counted together, a frame at each of them, besides what their ports and devices count. */
public final class ForwardingCounters {
  /** Frames that switches took in. */
  public long received;
  /** Frames that were given to devices; pause frames are not counted. */
  public long forwarded;
  /** How often a port has written its telemetry into a frame. */
  public long stamped;
  /** Frames without room for the telemetry that a port would have written: they went on without it. */
  public long withoutRoom;
  /** Pause frames, of PFC or of 802.3, that arrived. */
  public long pausesHeard;
  /** Frames that are no IP: ARP and LLDP, for instance. */
  public long notIp;
  /** Frames to the MAC address of another station. */
  public long otherStations;
  /** Frames that are damaged: lengths that cannot be, a wrong checksum of the IPv4 header, longer than any link takes. */
  public long unreadable;
  /** Frames for which there is no host with their destination's address. */
  public long unknownDestination;
  /** Frames without hops left. */
  public long expired;
  /** Frames that were dropped because their queue was too long, or the memory full. */
  public long dropped;
  /** Frames that were lost because a link was down, lost them by its model, or led nowhere. */
  public long lostOnLinks;
}
