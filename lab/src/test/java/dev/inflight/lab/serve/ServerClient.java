package dev.inflight.lab.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Client of a server on this machine.
 *
 * @param port port of the server
 */
record ServerClient(int port) {
  /** Response of the server. */
  record Answer(int statusCode, String body, String policy, String cookie, String more) {
  }

  Answer ask(String path, Map<String, String> headers, byte @Nullable [] body) throws IOException {
    var connection = (HttpURLConnection) URI.create("http://localhost:" + port + path).toURL().openConnection();
    headers.forEach(connection::setRequestProperty);
    if (body != null) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(body.length);
      connection.getOutputStream().write(body);
    }
    int status = connection.getResponseCode();
    try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(status, in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8),
          String.valueOf(connection.getHeaderField("Content-Security-Policy")),
          String.valueOf(connection.getHeaderField("Set-Cookie")), String.valueOf(connection.getHeaderField("X-Inflight-More")));
    }
  }

  Answer get(String path) throws IOException {
    return ask(path, Map.of(), null);
  }

  Answer post(String path, String body, Map<String, String> headers) throws IOException {
    return ask(path, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Posts as a page of the server does. */
  Answer post(String path, String body) throws IOException {
    return post(path, body, Map.of("X-Inflight", "test"));
  }

  Answer begin(String name, String scenario) throws IOException {
    return post("/api/runs?name=" + name, scenario);
  }

  /** A run, or sweep, that has ended. */
  void complete(String name, String scenario) throws IOException {
    Answer begun = begin(name, scenario);
    if (begun.statusCode() != 202) {
      throw new IllegalStateException(begun.body());
    }
    get("/api/runs/" + name + "/live"); // ends with the run
  }

  /** Reads a stream of states until a line contains the text; the server's next state is the event. */
  void await(String path, String text) throws IOException {
    var connection = (HttpURLConnection) URI.create("http://localhost:" + port + path).toURL().openConnection();
    try (var lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(text)) {
          return;
        }
      }
    }
    throw new IllegalStateException("the stream " + path + " ended without " + text);
  }

  /** The raw request of a client that minds no rules, and the answer. */
  String raw(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
