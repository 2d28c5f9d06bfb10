package org.example.filecopy;

import org.jspecify.annotations.Nullable;

/**
 * Location of an end of the copy.
 *
 * @param address IPv4 address, as its four bytes in an int
 * @param interfaceName interface with this address
 * @param namespace network namespace of the interface; null for this program's
 */
public record End(int address, String interfaceName, @Nullable String namespace) {
  /** Default sender. */
  public static final End SENDER = parse("127.0.0.1@lo");
  /** Default receiver. */
  public static final End RECEIVER = parse("127.0.0.2@lo");

  private static final int OCTETS = 4;
  private static final int MOST_PARTS = 3;

  /**
   * Reads {@code ADDRESS@INTERFACE} or {@code ADDRESS@INTERFACE@NAMESPACE}.
   *
   * @throws IllegalArgumentException with the error in the text
   */
  public static End parse(String text) {
    String[] parts = text.split("@", -1);
    if (parts.length < 2 || parts.length > MOST_PARTS) {
      throw new IllegalArgumentException("'" + text + "' is not ADDRESS@INTERFACE or ADDRESS@INTERFACE@NAMESPACE");
    }
    for (String part : parts) {
      if (part.isEmpty()) {
        throw new IllegalArgumentException("'" + text + "' has an empty part before or after an @");
      }
    }
    return new End(address(text, parts[0]), parts[1], parts.length == MOST_PARTS ? parts[2] : null);
  }

  private static int address(String text, String dotted) {
    String[] octets = dotted.split("\\.", -1);
    int address = 0;
    for (String octet : octets) {
      if (octets.length != OCTETS || !octet.matches("\\d{1,3}") || Integer.parseInt(octet) > 0xFF) {
        throw new IllegalArgumentException("'" + text + "': '" + dotted + "' is no IPv4 address such as 10.0.0.1");
      }
      address = address << Byte.SIZE | Integer.parseInt(octet);
    }
    return address;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int shift = 24; shift >= 0; shift -= Byte.SIZE) {
      text.append(address >>> shift & 0xFF).append(shift == 0 ? "@" : ".");
    }
    return text.append(interfaceName).append(namespace == null ? "" : "@" + namespace).toString();
  }
}
