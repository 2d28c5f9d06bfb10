package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.os.LinkEvents;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class HostLinksTest {
  @Test
  void warnsOnceOfHostWithFailedSocket() {
    Topology topology = Star.DEFAULT.build();
    var scheduled = new int[1];
    var timeline = (Timeline) Proxy.newProxyInstance(Timeline.class.getClassLoader(), new Class<?>[] {Timeline.class},
        (_, method, _) -> {
          scheduled[0] += method.getName().equals("schedule") ? 1 : 0;
          return null;
        });
    var printed = new ByteArrayOutputStream();
    var sockets = new LinkedHashMap<String, LinkEvents>();
    try (var links = new HostLinks(topology, host -> "host" + host, timeline,
        new PrintStream(printed, true, StandardCharsets.UTF_8), name -> {
          var events = new LinkEvents(null);
          sockets.put(name, events);
          return events;
        })) {
      links.begin();
      assertThat(sockets).hasSize(topology.hosts().length);
      String broken = "host" + topology.hosts()[1];
      sockets.get(broken).close(); // reading it fails
      links.fire();
      links.fire();
      assertThat(scheduled[0]).isEqualTo(3);
      assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("inflight: warning: host " + broken + " is no longer ")
          .contains("EBADF").hasLineCount(1);
    }
  }
}
