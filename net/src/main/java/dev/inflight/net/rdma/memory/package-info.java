/** What of a host's memory others may reach: {@link MemoryRegions} decides about requests. */
@NullMarked
package dev.inflight.net.rdma.memory;

import org.jspecify.annotations.NullMarked;
