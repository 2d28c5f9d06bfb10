package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Extensions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** HTTP server of a folder of runs: {@code inflight serve}. */
public final class RunServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  /** Policy of responses other than pages; browsers cannot show them as pages. */
  private static final String NO_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";

  private final HttpServer http;
  private final RunRoutes runs;
  private final ResultRoutes results;
  private final Gate gate;
  private final String host;
  private final boolean onAllInterfaces;
  private final @Nullable String token;

  /**
   * Starts the server.
   *
   * @param port port to listen on; 0: any free port
   * @param token token that requests must have; null, for the loopback address only: none
   */
  public RunServer(Path folder, InetAddress address, int port, @Nullable String token) throws IOException {
    var served = new RunsFolder(folder);
    runs = new RunRoutes(served);
    results = new ResultRoutes(served);
    http = HttpServer.create(new InetSocketAddress(address, port), 0);
    this.token = token;
    host = ServedHost.inBrowser(address);
    onAllInterfaces = address.isAnyLocalAddress();
    gate = new Gate(host, http.getAddress().getPort(), token);
    // Platform threads: databases and simulations would occupy the few carriers of virtual threads, without a way to stop them.
    Executor threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("request-", 0).daemon().factory());
    Extensions extensions = Extensions.current();
    http.setExecutor(request -> threads.execute(extensions.carriedTo(request)));
    http.createContext("/", this::answer);
    http.start();
  }

  /**
   * Starts a server.
   *
   * @param host address of this machine; null: the loopback address. On all other addresses, requests need a token
   * @param port port to listen on; 0: any free port
   * @throws InputError if the address does not exist, or the port is not available
   */
  public static RunServer open(Path folder, @Nullable String host, int port) throws IOException {
    try {
      InetAddress address = host == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
      return new RunServer(folder, address, port, address.isLoopbackAddress() ? null : token());
    } catch (UnknownHostException unknown) {
      throw SourceLocation.of("--host").error(Quoted.of(String.valueOf(host)) + " is not an address of this machine");
    } catch (BindException taken) {
      throw SourceLocation.of("--port").error("cannot listen on port " + port + (host == null ? "" : " of " + Quoted.of(host))
          + ": " + taken.getMessage() + "; 0 takes any port that is free");
    }
  }

  private static String token() {
    var bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** URL to open in a browser. */
  public String address() {
    return "http://" + host + ":" + port() + "/" + (token == null ? "" : "?token=" + token);
  }

  /** Reports whether the server listens on all addresses of this machine. */
  public boolean isOnAllInterfaces() {
    return onAllInterfaces;
  }

  /** Port on which the server listens. */
  public int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    runs.close();
    results.close();
  }

  private void answer(HttpExchange request) throws IOException {
    try (request) {
      request.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      request.getResponseHeaders().set("Referrer-Policy", "no-referrer");
      request.getResponseHeaders().set("Cache-Control", "no-store");
      request.getResponseHeaders().set("Content-Security-Policy", NO_PAGE);
      try {
        gate.check(request);
        route(request);
      } catch (Refusal refused) {
        Reply.text(request, refused.status(), String.valueOf(refused.getMessage()));
      } catch (InputError | OutputError wrong) {
        Reply.text(request, 400, InputError.sentences(wrong));
      } catch (OutOfMemoryError full) {
        Reply.text(request, 500, TooLittleMemory.sentence());
      } catch (RuntimeException failed) {
        Reply.text(request, 500, "sorry, this is a bug in Inflight: " + failed);
      }
    }
  }

  private void route(HttpExchange request) throws IOException, Refusal {
    String path = request.getRequestURI().getPath();
    String[] parts = path.substring(1).split("/", -1);
    String method = request.getRequestMethod();
    if (!method.equals("GET") && !method.equals("POST")) {
      throw new Refusal(405, "only GET and POST are known here");
    }
    boolean get = method.equals("GET");
    if (get && PageFiles.has(path)) {
      PageFiles.send(request, path);
    } else if (get && parts[0].equals("files") && isNamed(parts, 1)) {
      runs.file(request, name(parts, 1), parts[parts.length - 1]);
    } else if (parts[0].equals("api") && parts.length == 2) {
      ofServer(request, parts[1], get);
    } else if (parts[0].equals("api") && isNamed(parts, 2) && parts[1].equals("runs")) {
      ofRun(request, name(parts, 2), parts[parts.length - 1], get);
    } else {
      throw Refusal.nothingHere();
    }
  }

  /** Reports whether the parts between the first words and the last one name a run, a sweep, or a sweep's point. */
  private static boolean isNamed(String[] parts, int front) {
    int between = parts.length - front - 1;
    return between == 1 || between == 2;
  }

  private static String name(String[] parts, int front) {
    return String.join("/", Arrays.asList(parts).subList(front, parts.length - 1));
  }

  private void ofServer(HttpExchange request, String what, boolean get) throws IOException, Refusal {
    if (what.equals("runs")) {
      if (get) {
        runs.list(request);
      } else {
        runs.begin(request);
      }
    } else if (get && what.equals("template")) {
      RunRoutes.template(request);
    } else {
      results.ofSeveral(request, what, get);
    }
  }

  private void ofRun(HttpExchange request, String name, String what, boolean get) throws IOException, Refusal {
    if (get && what.equals("live")) {
      runs.follow(request, name);
    } else if (get && what.equals("points")) {
      runs.points(request, name);
    } else if (!get && what.equals("stop")) {
      runs.stop(request, name);
    } else if (get) {
      results.ofRun(request, name, what);
    } else {
      throw Refusal.nothingHere();
    }
  }
}
