package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends responses. */
final class Reply {
  static final String HTML = "text/html; charset=utf-8";

  private Reply() {
  }

  /** Sends a sentence on a line. */
  static void text(HttpExchange request, int status, String sentence) throws IOException {
    send(request, status, "text/plain; charset=utf-8", (sentence + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Sends data for the page. */
  static void json(HttpExchange request, String json) throws IOException {
    send(request, 200, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a file, which may be larger than memory. */
  static void file(HttpExchange request, Path file) throws IOException {
    request.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    long bytes = Files.size(file);
    request.sendResponseHeaders(200, bytes == 0 ? -1 : 0); // chunked, because the file may grow
    if (bytes > 0) {
      Files.copy(file, request.getResponseBody());
    }
  }

  /** Sends bytes of a type. */
  static void send(HttpExchange request, int status, String type, byte[] body) throws IOException {
    request.getResponseHeaders().set("Content-Type", type);
    request.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    request.getResponseBody().write(body);
  }
}
