package dev.inflight.net.rdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.header.RdmaHeader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Regions come and go; a request is met by the region with its key, and by none that is closed. */
class MemoryRegionsTest {
  private static RdmaHeader write(MemoryRegion region) {
    var header = new RdmaHeader();
    header.kind = RdmaHeader.Kind.WRITE;
    header.key = region.key();
    header.address = region.address() + 1;
    header.memoryBytes = region.bytes() - 1;
    return header;
  }

  @Test
  void manyComeAndGoInAnyOrder() {
    var random = new SplittableRandom(3);
    var regions = new MemoryRegions();
    var open = new ArrayList<MemoryRegion>();
    var closed = new ArrayList<MemoryRegion>();
    var keys = new HashSet<Integer>();
    for (int step = 0; step < 5000; step++) {
      if (open.isEmpty() || random.nextInt(100) < (step < 2500 ? 60 : 40)) {
        long bytes = random.nextLong(2, 10_000);
        ByteStore store = ByteStore.of(new byte[1]);
        MemoryRegion made = regions.register(4096L * step, bytes, true, false, store);
        assertThat(keys.add(made.key())).as("a key is given once").isTrue();
        assertThat(regions.storeOf(made.key())).isSameAs(store);
        open.add(made);
      } else {
        MemoryRegion gone = open.remove(random.nextInt(open.size()));
        regions.remove(gone.key());
        regions.remove(gone.key());
        closed.add(gone);
      }
      assertThat(regions.count()).isEqualTo(open.size());
    }
    assertThat(open)
        .allMatch(region -> regions.permits(write(region)) && regions.offsetOf(region.key(), region.address() + 7) == 7);
    assertThat(closed).hasSizeGreaterThan(1000)
        .noneMatch(region -> regions.permits(write(region)) || regions.storeOf(region.key()) != null);
    regions.remove(0);
    assertThat(regions.count()).isEqualTo(open.size());
  }
}
