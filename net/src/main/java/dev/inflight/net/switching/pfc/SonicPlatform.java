package dev.inflight.net.switching.pfc;

/**
 * Switches of which SONiC publishes the numbers behind headroom: platform/mellanox/asic_table.j2 of sonic-buildimage, and the
 * profiles pg_profile_lookup.ini, from which rounding and the response of the peer follow.
 */
public enum SonicPlatform {
  /** Cells of 96 bytes, as in SN2700. */
  SPECTRUM_1(2, 25, false), //
  /** Cells of 144 bytes, as in SN3700. */
  SPECTRUM_2(2.25, 50, false), //
  /** Cells of 144 bytes, as in SN4700. */
  SPECTRUM_3(2.25, 50, false), //
  /** Cells of 192 bytes, as in SN5600. */
  SPECTRUM_4(3, 100, true);

  private static final double KIB = 1024;
  private static final double MAC_PHY_BYTES = 0.8 * KIB;
  private static final double PEER_BYTES = 3.8 * KIB;
  private static final int PIPELINE_BYTES = 19 * 1024;
  private static final double TILE_NS = 120;
  private static final int LANES_OF_TWO_PIPELINES = 8;

  private final double occupancy;
  private final long laneRateBitsPerSec;
  private final boolean byQuanta;

  /**
   * Makes a platform with the memory of small packets per byte by the size of cells, the rate of a lane, and the choice whether
   * the peer's response and the tile count.
   */
  SonicPlatform(double occupancy, int laneGbps, boolean byQuanta) {
    this.occupancy = occupancy;
    laneRateBitsPerSec = laneGbps * 1_000_000_000L;
    this.byQuanta = byQuanta;
  }

  /** Pipeline latency in bytes: reserved memory of a port and priority, and its XON; twice that for ports of eight lanes. */
  int xonBytes(long rateBitsPerSec) {
    return rateBitsPerSec >= LANES_OF_TWO_PIPELINES * laneRateBitsPerSec ? 2 * PIPELINE_BYTES : PIPELINE_BYTES;
  }

  /**
   * Headroom of a port, rounded up to KiB: one lossless packet, and in cells one packet that the port has started, both ways of
   * the cable, MAC and PHY, and the peer's data until it responds (sonic-swss, cfgmgr/buffer_headroom_mellanox.lua).
   *
   * @param cableBytes bytes on one way of the cable
   */
  double xoffBytes(long rateBitsPerSec, double cableBytes, int portMtuBytes, int losslessMtuBytes) {
    double peer = byQuanta ? PauseResponse.ieeeBits(rateBitsPerSec) / 8.0 + rateBitsPerSec / 8e9 * TILE_NS : PEER_BYTES;
    double cells = (portMtuBytes + 2 * cableBytes + MAC_PHY_BYTES + peer) * occupancy;
    return Math.ceil((losslessMtuBytes + cells) / KIB) * KIB;
  }
}
