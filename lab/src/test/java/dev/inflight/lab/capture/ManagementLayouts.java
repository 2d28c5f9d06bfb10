package dev.inflight.lab.capture;

/** The layouts of the communication manager's datagrams for {@link SecondReading}, by the figures of the specification's chapter 12. */
final class ManagementLayouts {
  static final String DETH = "q_key:32 -:8 srcqp:24";
  static final String MAD = "baseversion:8 mgmtclass:8 classversion:8 method:8 status:16 classspecific:16 transactionid:64"
      + " attributeid:16 -:16 attributemodifier:32";

  private static final String REQ = "req:32 -:32 -:40 req.serviceid.protocol:8 req.serviceid.dport:16 req.localcaguid:64 -:32"
      + " req.localqkey:32 req.localqpn:24 req.responderres:8 req.localeecn:24 req.initdepth:8 req.remoteeecn:24"
      + " req.remoteresptout:5 req.transpsvctype:2 req.e2eflowctrl:1 req.startpsn:24 req.localresptout:5 req.retrcount:3"
      + " req.pkey:16 req.pppmtu:4 req.rdcexist:1 req.rnrretrcount:3 req.maxcmretr:4 req.srq:1 req.ext_transport:3"
      + " req.prim_locallid:16 req.prim_remotelid:16 GIDS req.prim_flowlabel:20 req.prim_reserved0:6 req.prim_pktrate:6"
      + " req.prim_tfcclass:8 req.prim_hoplim:8 req.prim_sl:4 req.prim_subnetlocal:1 req.prim_reserved1:3 req.prim_localacktout:5"
      + " req.prim_reserved2:3 req.alt_locallid:16 req.alt_remotelid:16 -:256 req.alt_flowlabel:20 req.alt_reserved0:6"
      + " req.alt_pktrate:6 req.alt_tfcclass:8 req.alt_hoplim:8 req.alt_sl:4 req.alt_subnetlocal:1 req.alt_reserved1:3"
      + " req.alt_localacktout:5 req.alt_reserved1:3 req.ip_cm.majv:4 req.ip_cm.minv:4 req.ip_cm.ipv:4 req.ip_cm.reserved:4"
      + " req.ip_cm.sport:16 ADDRESSES";
  private static final String REP = "rep:32 rep.remotecommid:32 rep.localqkey:32 rep.localqpn:24 -:8 rep.localeecn:24 -:8"
      + " rep.startpsn:24 -:8 rep.respres:8 rep.initdepth:8 rep.tgtackdelay:5 rep.failoveracc:2 rep.e2eflowctrl:1"
      + " rep.rnrretrcount:3 rep.srq:1 rep.reserved:4 rep.localcaguid:64";
  private static final String REJ = "rej.localcommid:32 rej.remotecommid:32 rej.msgrej:2 rej.reserved0:6 rej.rejinfolen:7"
      + " rej.reserved1:1 rej.reason:16";

  private ManagementLayouts() {
  }

  /** The message of an attribute. */
  static String message(int attribute, boolean ipv6) {
    return switch (attribute) {
      case 0x10 -> REQ
          .replace("GIDS", ipv6
              ? "-:64 req.prim_localgid:64 -:64 req.prim_remotegid:64"
              : "-:96 req.prim_localgid_ipv4:32 -:96 req.prim_remotegid_ipv4:32")
          .replace("ADDRESSES", ipv6
              ? "-:64 req.ip_cm.sip6:64 -:64 req.ip_cm.dip6:64"
              : "-:96 req.ip_cm.sip4:32 -:96 req.ip_cm.dip4:32");
      case 0x12 -> REJ;
      case 0x13 -> REP;
      case 0x14 -> "rtu.localcommid:32 rtu.remotecommid:32";
      case 0x15 -> "dreq.localcommid:32 dreq.remotecommid:32 req.remoteqpneecn:24";
      case 0x16 -> "drsp.localcommid:32 drsp.remotecommid:32";
      default -> throw new IllegalStateException("attribute " + attribute);
    };
  }
}
