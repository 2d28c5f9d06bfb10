package dev.inflight.lab.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields of a frame, read by the figures of the specifications without any code of the program. Values have the names that Wireshark gives
 * them, and their order in the frame; names of telemetry are those of wireshark/inflight.lua.
 * <p>A layout is a list of {@code name:bits}, in which {@code -} is skipped, and {@code *n} multiplies.
 */
final class SecondReading {
  private static final int IOAM_TYPE = 0xD20800;
  private static final int[] RATES = {10, 25, 40, 50, 100, 200, 400, 800, 1600, 1};

  private final byte[] frame;
  private final Map<String, List<Long>> values = new LinkedHashMap<>();
  private int bit;

  private SecondReading(byte[] frame) {
    this.frame = frame;
  }

  /** Reads a frame that starts with Ethernet and has no frame check sequence. */
  static SecondReading of(byte[] frame) {
    var reading = new SecondReading(frame);
    reading.ethernet();
    return reading;
  }

  /** The values with this name. */
  List<Long> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The last value with this name. */
  long last(String name) {
    return all(name).getLast();
  }

  Map<String, List<Long>> values() {
    return values;
  }

  private long take(int bits) {
    long value = 0;
    for (int end = bit + bits; bit < end; bit++) {
      value = value << 1 | frame[bit / 8] >> 7 - bit % 8 & 1;
    }
    return value;
  }

  private void put(String name, long value) {
    values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
  }

  private void read(String prefix, String layout) {
    for (String part : layout.split(" ")) {
      String[] named = part.split("[:*]");
      long value = take(Integer.parseInt(named[1])) * (named.length > 2 ? Integer.parseInt(named[2]) : 1);
      if (!named[0].equals("-")) {
        put(prefix + named[0], value);
      }
    }
  }

  private int at() {
    return bit / 8;
  }

  private void to(int at) {
    bit = 8 * at;
  }

  private void ethernet() {
    read("eth.", "dst:48 src:48");
    switch ((int) take(16)) {
      case 0x9900 -> {
        csig(16);
        put("inflight.csig.ethertype", ip());
      }
      case 0x9901 -> {
        csig(48);
        put("inflight.csig_wide.ethertype", ip());
      }
      case 0x8808 -> read("macc.", "opcode:16 cbfc.enbv:16 cbfc.pause_time.c0:16 cbfc.pause_time.c1:16 cbfc.pause_time.c2:16"
          + " cbfc.pause_time.c3:16 cbfc.pause_time.c4:16 cbfc.pause_time.c5:16 cbfc.pause_time.c6:16 cbfc.pause_time.c7:16");
      default -> {
        bit -= 16;
        ip();
      }
    }
  }

  private void csig(int bits) {
    if (bits == 16) {
      read("inflight.csig.", "type:3 reserved:1 signal:5 locator:7");
    } else {
      read("inflight.csig_wide.", "locator:16 type:4 signal:20 reserved:8");
    }
  }

  private long ip() {
    long type = take(16);
    if (type == 0x0800) {
      int from = at();
      read("ip.", "version:4 -:4 dsfield.dscp:6 dsfield.ecn:2 len:16 id:16 -:1 flags.df:1 flags.mf:1 frag_offset:13 ttl:8 proto:8"
          + " checksum:16 src:32 dst:32");
      transport((int) last("ip.proto"), from + (int) last("ip.len"));
    } else if (type == 0x86DD) {
      read("ipv6.", "version:4 tclass.dscp:6 tclass.ecn:2 flow:20 plen:16 nxt:8 hlim:8 -:64 src:64 -:64 dst:64");
      int end = at() + (int) last("ipv6.plen");
      transport(last("ipv6.nxt") == 0 ? hopByHop() : (int) last("ipv6.nxt"), end);
    } else {
      throw new IllegalStateException("type " + type);
    }
    return type;
  }

  /** Options of IPv6 are two bytes and the number of bytes in the second one; a single zero is an option too. */
  private int hopByHop() {
    int from = at();
    read("ipv6.hopopts.", "nxt:8 len:8");
    int end = from + 8 + 8 * (int) last("ipv6.hopopts.len");
    while (at() < end) {
      long option = take(8);
      int length = option == 0 ? 0 : (int) take(8);
      int next = at() + length;
      if (option == 0x31) {
        read("ipv6.opt.ioam.", "-:8 opt_type:8");
        trace("ipv6.opt.ioam.trace.", "ns:16 nodelen:5 flag.o:1 flag.l:1 flag.a:1 -:1 remlen:7 type:24 -:8", "node.",
            "hlim:8 id:24 iif:16 eif:16 tsf:32 qdepth:32 undefined:32", next, true);
      }
      to(next);
    }
    return (int) last("ipv6.hopopts.nxt");
  }

  private int trace(String prefix, String header, String hop, String node, int end, boolean preallocated) {
    read(prefix, header);
    if (last(prefix + "type") != IOAM_TYPE) {
      throw new IllegalStateException("this reading knows no other trace type");
    }
    to(at() + (preallocated ? 4 * (frame[at() - 5] & 0x7F) : 0));
    int hops = 0;
    for (; at() < end; hops++) {
      read(prefix + hop, node);
    }
    return hops;
  }

  private void ioam(int end, boolean preallocated) {
    String header = "namespace:16 node_length:5*4 overflow:1 loopback:1 active:1 -:1 remaining:7*4 type:24 -:8";
    numbers("ioam", trace("inflight.ioam.", header, "hop.", "hop_limit:8 node:24 ingress:16 egress:16 ts:32 qlen:32 txbytes:32",
        end, preallocated), true);
  }

  private void numbers(String format, int hops, boolean newestFirst) {
    for (int hop = 1; hop <= hops; hop++) {
      put("inflight." + format + ".hop.number", newestFirst ? hops + 1 - hop : hop);
    }
  }

  private void transport(int protocol, int end) {
    boolean ifa = protocol == 253;
    if (ifa) {
      ifaHeader();
    } else if (protocol != 17) {
      throw new IllegalStateException("protocol " + protocol);
    }
    int from = at();
    read("udp.", "srcport:16 dstport:16 length:16 checksum:16");
    int foreign = at();
    if (ifa) {
      ifaMetadata();
    }
    foreign = at() - foreign;
    if (from + last("udp.length") + foreign != end) {
      throw new IllegalStateException("UDP ends elsewhere than IP");
    }
    boolean plain = (frame[at() + 2] & frame[at() + 3] & 0xFF) == 0xFF;
    switch (plain ? 4791 : (int) last("udp.dstport")) {
      case 64791 -> nativeHeader();
      case 64792 -> draft();
      case 17768 -> intMd();
      case 64793 -> ioamIncremental();
      case 64795 -> busiest();
      case 4791 -> {
        // InfiniBand comes next
      }
      default -> throw new IllegalStateException("port " + last("udp.dstport"));
    }
    infiniband(end);
  }

  private void records(String format, int count) {
    numbers(format, count, false);
    for (int hop = 0; hop < count; hop++) {
      read("inflight." + format + ".hop.", "speed:4 ts:24 txbytes:20*128 qlen:16*80");
      put("inflight." + format + ".hop.rate", RATES[(int) last("inflight." + format + ".hop.speed")]);
    }
  }

  private void nativeHeader() {
    read("inflight.native.", "nhop:4 path_id:12");
    records("native", (int) last("inflight.native.nhop"));
  }

  private void draft() {
    read("inflight.draft.", "nhop:4 path_id:12 padding:16");
    records("draft", (int) last("inflight.draft.nhop"));
    read("inflight.draft.", "options:24 options_padding:8");
  }

  private void intMd() {
    read("inflight.int.", "type:4 npt:2 -:2 length:8*4 port:16");
    if (last("inflight.int.type") == 2) {
      return; // no header: no bytes follow the shim
    }
    read("inflight.int.", "version:4 discard:1 hops_exceeded:1 mtu_exceeded:1 -:12 hop_length:5*4"
        + " remaining_hops:8 instructions:16 domain:16 ds_instructions:16 ds_flags:16");
    if (last("inflight.int.instructions") != 0xD500) {
      throw new IllegalStateException("this reading knows no other instructions");
    }
    int hops = ((int) last("inflight.int.length") - 12) / 24;
    numbers("int", hops, true);
    for (int hop = 0; hop < hops; hop++) {
      read("inflight.int.hop.", "node:32 ingress:16 egress:16 queue:8 qlen:24 ts:64 utilization:32");
    }
  }

  private void ifaHeader() {
    read("inflight.ifa.", "version:4 gns:4 next_header:8 -:3 fragment:1 tail_stamp:1 inband:1 turn_around:1 checksum_present:1"
        + " max_length:8*4");
  }

  private void ifaMetadata() {
    read("inflight.ifa.", "request:8 loss:1 color:1 -:6 hop_limit:8 length:8*4");
    int hops = (int) last("inflight.ifa.length") / 32;
    numbers("ifa", hops, true);
    for (int hop = 0; hop < hops; hop++) {
      read("inflight.ifa.hop.",
          "lns:4 device:20 ip_hop_limit:8 speed:4 congestion:2 queue:6 rx_s:20 egress:16 ingress:16 rx_ns:32"
              + " residence:32 txbytes:32 reserved:16 qlen:16*80 reserved2:32");
      put("inflight.ifa.hop.rate", RATES[(int) last("inflight.ifa.hop.speed")]);
      put("inflight.ifa.hop.ts",
          last("inflight.ifa.hop.rx_s") * 1_000_000_000 + last("inflight.ifa.hop.rx_ns") + last("inflight.ifa.hop.residence"));
    }
  }

  private void ioamIncremental() {
    read("inflight.ioam.", "kind:8 length:8*4 port:16");
    ioam(at() + (int) last("inflight.ioam.length"), false);
  }

  private void busiest() {
    read("inflight.busiest.", "measure:16 hop:8 hops:8 node:20 port:12 rate:16 qlen:16*256");
  }

  private void infiniband(int end) {
    int icrc = end - 4;
    String bth = "infiniband.bth.";
    read(bth, "opcode:8 se:1 m:1 padcnt:2 tver:4 p_key:16 -:8 destqp:24 a:1 reserved7:7 psn:24");
    int opcode = (int) last(bth + "opcode");
    switch (opcode) {
      case 6, 10, 12 -> read("infiniband.reth.", "va:64 r_key:32 dmalen:32");
      case 13, 15, 16 -> aeth();
      case 17 -> {
        aeth();
        if (last("infiniband.aeth.syndrome") == 0x7F) {
          read("inflight.arrival.", "reserved:8 psn:24");
        }
      }
      case 100 -> read("infiniband.deth.", "q_key:32 -:8 srcqp:24");
      default -> {
        // The payload comes next.
      }
    }
    int last = icrc - (int) last(bth + "padcnt");
    boolean reflected = opcode == 17 && at() < last;
    if (reflected) {
      reflection();
      if (at() != last) {
        throw new IllegalStateException("there are " + (last - at()) + " bytes behind what is brought back");
      }
    }
    if (opcode == 100) {
      return; // Wireshark takes it for a management datagram of a vendor, and reads no further
    }
    to(icrc);
    read("", (reflected ? "inflight.reflection.icrc" : "infiniband.invariant.crc") + ":32");
  }

  private void aeth() {
    read("infiniband.aeth.", "syndrome:8 msn:24");
    bit -= 32;
    read("infiniband.aeth.syndrome.", "reserved:1 opcode:2");
    int kind = (int) last("infiniband.aeth.syndrome.opcode");
    put("infiniband.aeth.syndrome." + (kind == 0 ? "credit_count" : "error_code"), take(5));
    take(24);
  }

  private void reflection() {
    read("inflight.reflection.", "version:4 format:4 -:6 counted:1 sealed:1 length:16");
    int end = at() + (int) last("inflight.reflection.length");
    switch ((int) last("inflight.reflection.format")) {
      case 1 -> nativeHeader();
      case 2 -> draft();
      case 3 -> intMd();
      case 4 -> {
        ifaHeader();
        ifaMetadata();
      }
      case 5 -> ioamOption(end);
      case 6 -> ioamIncremental();
      case 7 -> {
        take(16);
        csig(16);
      }
      case 8 -> {
        take(16);
        csig(48);
      }
      case 10 -> busiest();
      default -> throw new IllegalStateException("format " + last("inflight.reflection.format"));
    }
    if (at() != end) {
      throw new IllegalStateException("there are " + (end - at()) + " bytes more than the telemetry has");
    }
    if (last("inflight.reflection.counted") == 1) {
      read("inflight.reflection.", "flows:16");
    }
    if (last("inflight.reflection.sealed") == 1) {
      read("inflight.reflection.", "serial:64 seal:64");
    }
  }

  private void ioamOption(int end) {
    int option = at() + 4; // two bytes of the header, two of padding
    to(option + 4);
    ioam(option + 2 + (frame[option + 1] & 0xFF), true);
    to(end);
  }
}
