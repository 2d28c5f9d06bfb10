package dev.inflight.live.forward;

/** Counters of all soft switches of a fabric, per frame and switch, in addition to those of ports and devices. */
public final class ForwardingCounters {
  /** Frames that switches received. */
  public long received;
  /** Frames given to devices, without pause frames. */
  public long forwarded;
  /** Number of times a port wrote its telemetry into a frame. */
  public long stamped;
  /** Frames without room for a port's telemetry, forwarded without it. */
  public long withoutRoom;
  /** Pause frames, of PFC or of 802.3, that arrived. */
  public long pausesReceived;
  /** Frames without IP, such as ARP and LLDP. */
  public long notIp;
  /** Frames to the MAC address of another station. */
  public long otherStations;
  /** Damaged frames: impossible lengths, a wrong checksum of the IPv4 header, or longer than every link allows. */
  public long unreadable;
  /** Frames without a host at their destination address. */
  public long unknownDestination;
  /** Frames with an exhausted hop limit. */
  public long expired;
  /** Frames dropped because their queue was too long, or the memory full. */
  public long dropped;
  /** Frames lost because a link was down, lost them by its model, or had no other end. */
  public long lostOnLinks;
}
