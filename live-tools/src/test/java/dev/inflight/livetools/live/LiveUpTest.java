package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.livetools.live.machine.FabricNamespaces;
import dev.inflight.livetools.live.machine.Ip;
import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Region;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.os.Namespaces;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.live.loop.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs of this machine in the namespaces of a fabric's hosts, with Inflight's switches between them. */
@Tag("live")
class LiveUpTest {
  @BeforeEach
  void needsRoot() {
    assumeThat(Privileges.areThere()).as("this process may make network namespaces").isTrue();
  }

  /** Work of programs in the fabric. */
  private interface Work {
    void run() throws Exception;
  }

  /** Runs work while a fabric of two racks exists; returns the program's output. */
  private static String up(String format, Work work) throws Exception {
    var said = new ByteArrayOutputStream();
    var isThere = new CountDownLatch(1);
    var out = new PrintStream(said, true, StandardCharsets.UTF_8) {
      @Override
      public void flush() {
        super.flush();
        if (said.toString(StandardCharsets.UTF_8).contains("end  ")) {
          isThere.countDown();
        }
      }
    };
    var over = new AtomicBoolean();
    var scenario = ScenarioReader.read(Path.of("../scenarios/live/incast.yaml"), Overrides.NONE.with("telemetry", format)
        .set(List.of("topology=leaf-spine(leaves=2, spines=1, hostsPerLeaf=9, hostRate=1Gbps, fabricRate=1Gbps, delay=100us)")));
    var up = new LiveUp(scenario, Long.MAX_VALUE, false, null, Waiting.PARK, out, System.err, new ArrayList<>());
    var code = new CompletableFuture<Integer>();
    Thread.ofPlatform().start(() -> {
      try {
        code.complete(up.run(over::get));
      } catch (RuntimeException | Error failed) {
        code.completeExceptionally(failed);
        isThere.countDown();
      }
    });
    try {
      assertThat(isThere.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(code).isNotCompletedExceptionally();
      work.run();
    } finally {
      over.set(true);
      code.get(30, TimeUnit.SECONDS);
    }
    assertThat(code.join()).isZero();
    assertThat(FabricNamespaces.all()).noneMatch(name -> name.startsWith(host(0)));
    return said.toString(StandardCharsets.UTF_8);
  }

  private static String host(int node) {
    return "inflight-" + ProcessHandle.current().pid() + "-" + node;
  }

  @Test
  void kernelTcpPassesTheSwitches() throws Exception {
    int bytes = 3_000_000;
    String said = up("native", () -> {
      try (ServerSocket listening = Namespaces.within(host(9), LiveUpTest::listen);
          Socket sending = Namespaces.within(host(0), LiveUpTest::connect)) {
        var received = CompletableFuture.supplyAsync(() -> receive(listening));
        sending.connect(new InetSocketAddress("10.0.0.10", listening.getLocalPort()), 5000);
        sending.getOutputStream().write(new byte[bytes]);
        sending.shutdownOutput();
        assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo(bytes);
      }
    });
    assertThat(said).contains("up          18 hosts, 3 switches, 22 ports").contains("10.0.0.1 to 10.0.0.18")
        .contains("0 damaged").contains("leaf0 (switch 18) port 10: longest queue");
  }

  /** The kernel drops routes, neighbors and the IPv6 address of an interface that goes down. */
  @Test
  void hostIsRestoredWithItsInterface() throws Exception {
    up("native", () -> {
      List<String> before = network(host(0));
      assertThat(before).anyMatch(line -> line.startsWith("default via 169.254.0.1"))
          .anyMatch(line -> line.startsWith("default via fe80::1")).anyMatch(line -> line.contains("fd00::1/128"))
          .anyMatch(line -> line.startsWith("fe80::1 dev p1 lladdr"));
      Ip.batch(host(0), List.of("link set p1 down"));
      assertThat(network(host(0))).doesNotContainAnyElementsOf(
          before.stream().filter(line -> line.startsWith("default") || line.contains("lladdr")).toList());
      Ip.batch(host(0), List.of("link set p1 up"));
      long end = System.nanoTime() + 20_000_000_000L;
      while (!network(host(0)).equals(before) && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(network(host(0))).isEqualTo(before);
      try (ServerSocket listening = Namespaces.within(host(9), LiveUpTest::listen);
          Socket sending = Namespaces.within(host(0), LiveUpTest::connect)) {
        var received = CompletableFuture.supplyAsync(() -> receive(listening));
        sending.connect(new InetSocketAddress("10.0.0.10", listening.getLocalPort()), 5000);
        sending.getOutputStream().write(new byte[1000]);
        sending.shutdownOutput();
        assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo(1000);
      }
    });
  }

  /** Settings of addresses, neighbors and routes. */
  private static List<String> network(String namespace) {
    var lines = new ArrayList<String>();
    for (String what : List.of("route", "-6 route", "neigh show nud permanent", "-6 neigh show nud permanent",
        "-o -4 addr show dev p1", "-o -6 addr show dev p1")) {
      var command = new ArrayList<>(List.of("ip", "-netns", namespace));
      command.addAll(List.of(what.split(" ")));
      lines.addAll(said(command).lines().map(String::strip).toList());
    }
    return lines.stream().filter(line -> !line.startsWith("anycast") && !line.startsWith("multicast")).distinct().sorted()
        .toList();
  }

  private static String said(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      return said;
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  /** A socket is created at its first use, in the thread's namespace at that time. */
  private static Socket connect() {
    try {
      var socket = new Socket();
      socket.bind(new InetSocketAddress("10.0.0.1", 0));
      return socket;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static int receive(ServerSocket listening) {
    try (Socket accepted = listening.accept(); InputStream in = accepted.getInputStream()) {
      return in.readAllBytes().length;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  static Stream<TelemetryFormat> formats() {
    return Stream.of(NativeFormat.DEFAULT, IntFormat.DEFAULT);
  }

  /** RDMA between two programs, over three hops that report their load to HPCC. */
  @ParameterizedTest
  @MethodSource("formats")
  void hpccUsesTheSwitchesTelemetry(TelemetryFormat format) throws Exception {
    long bytes = 4_000_000;
    String said = up(format.name(), () -> {
      try (Arena arena = Arena.ofShared();
          var memoryA = new FrameMemory(4096, 2048);
          var memoryB = new FrameMemory(4096, 2048);
          var deviceA = XdpDevice.open(host(0), "p1", memoryA, XdpDevice.Taking.ALL_BUT_ARP);
          var deviceB = XdpDevice.open(host(9), "p1", memoryB, XdpDevice.Taking.ALL_BUT_ARP);
          Endpoint a = Endpoint.open(deviceA, config(0, format));
          Endpoint b = Endpoint.open(deviceB, config(9, format))) {
        b.listen(ConnectionHandler.NONE);
        MemorySegment from = arena.allocate(bytes);
        for (long at = 0; at < bytes; at++) {
          from.set(ValueLayout.JAVA_BYTE, at, (byte) (at * 31));
        }
        MemorySegment to = arena.allocate(bytes);
        Region source = a.register(from, Access.LOCAL);
        Region target = b.register(to, Access.WRITE);
        Connection connection = a.connect(FrameAddresses.ipv4(9), ConnectionHandler.NONE);
        connection.write(source, 0, bytes, target.key(), target.address()).get(20, TimeUnit.SECONDS);
        assertThat(to.mismatch(from)).isEqualTo(-1);
      }
    });
    assertThat(stamped(said)).isGreaterThan(3 * bytes / 1024);
  }

  /** Links have 1 Gb/s, which each format can express; an endpoint is as slow as the machine requires. */
  private static EndpointConfig config(int node, TelemetryFormat format) {
    return EndpointConfig.of(FrameAddresses.ipv4(node)).scheme(Hpcc.DEFAULT).telemetry(format).path(200_000_000, 2_000_000_000L)
        .recovery(new Selective(0, 200_000_000_000L, 8), 200_000_000_000L);
  }

  private static long stamped(String said) {
    String line = said.lines().filter(one -> one.startsWith("forwarded")).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll(".*switch; ([\\d,]+) got telemetry.*", "$1").replace(",", ""));
  }
}
