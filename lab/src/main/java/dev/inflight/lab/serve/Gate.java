package dev.inflight.lab.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access control. On the loopback address, requests must be for the loopback name, so that another site's name cannot resolve to
 * it. On other addresses, requests must have the token. Requests that change data must come from a page of this server.
 */
final class Gate {
  private static final String COOKIE = "inflight=";

  private final String host;
  private final int port;
  private final @Nullable String token;

  /**
   * Creates a gate.
   *
   * @param host browser's name of the address on which the server listens
   * @param token token of requests; null on the loopback address
   */
  Gate(String host, int port, @Nullable String token) {
    this.host = host;
    this.port = port;
    this.token = token;
  }

  void check(HttpExchange request) throws Refusal {
    Headers headers = request.getRequestHeaders();
    String host = headers.getFirst("Host");
    if (token == null) {
      Set<String> own = Set.copyOf(List.of("localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port, this.host + ":" + port));
      InetSocketAddress asker = request.getRemoteAddress();
      if (host == null || !own.contains(host) || !asker.getAddress().isLoopbackAddress()) {
        throw new Refusal(403, "this server accepts requests to localhost:" + port + " only");
      }
    } else if (!showsToken(request, headers)) {
      throw new Refusal(401, "a token is needed: the address that ./inflight serve has printed has it");
    }
    if (request.getRequestMethod().equals("POST")) {
      String origin = headers.getFirst("Origin");
      if (headers.getFirst("X-Inflight") == null || origin != null && !origin.equals("http://" + host)) {
        throw new Refusal(403, "only pages of this server may start and stop runs");
      }
    }
  }

  private boolean showsToken(HttpExchange request, Headers headers) {
    String query = request.getRequestURI().getQuery();
    if (query != null && query.startsWith("token=") && isToken(query.substring("token=".length()))) {
      request.getResponseHeaders().add("Set-Cookie", COOKIE + token + "; HttpOnly; SameSite=Strict; Path=/");
      return true;
    }
    List<String> cookies = headers.getOrDefault("Cookie", List.of());
    return cookies.stream().flatMap(line -> List.of(line.split("; *")).stream())
        .anyMatch(cookie -> cookie.startsWith(COOKIE) && isToken(cookie.substring(COOKIE.length())));
  }

  /** Reports whether a text is the token, in a time independent of the text. */
  private boolean isToken(String shown) {
    return token != null && MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
