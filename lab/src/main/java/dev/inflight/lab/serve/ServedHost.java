package dev.inflight.lab.serve;

import java.net.Inet6Address;
import java.net.InetAddress;

/** Name, in a browser on this machine, of the address on which a server listens. */
final class ServedHost {
  private ServedHost() {
  }

  /** Returns the host of a URL; for the address of all interfaces, which no browser opens, the loopback address. */
  static String inBrowser(InetAddress listens) {
    if (listens.isAnyLocalAddress()) {
      return listens instanceof Inet6Address ? "[::1]" : "127.0.0.1";
    }
    if (listens.isLoopbackAddress()) {
      return listens.equals(InetAddress.getLoopbackAddress()) ? "localhost" : literal(listens);
    }
    return literal(listens);
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress();
    int scope = text.indexOf('%'); // of this machine's interface, which no URL has
    return address instanceof Inet6Address ? "[" + (scope < 0 ? text : text.substring(0, scope)) + "]" : text;
  }
}
