package dev.inflight.lab.serve;

import java.net.Inet6Address;
import java.net.InetAddress;

/** Name of a server's address in a browser on this machine. */
final class ServedHost {
  private ServedHost() {
  }

  /** Returns the host of a URL; the loopback address for the address of all interfaces, which browsers cannot open. */
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
    int scope = text.indexOf('%'); // scope of this machine's interface, which URLs lack
    return address instanceof Inet6Address ? "[" + (scope < 0 ? text : text.substring(0, scope)) + "]" : text;
  }
}
