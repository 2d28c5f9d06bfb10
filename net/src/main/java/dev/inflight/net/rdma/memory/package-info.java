/** Memory of a host that others may access: {@link MemoryRegions} decides about requests. */
@NullMarked
package dev.inflight.net.rdma.memory;

import org.jspecify.annotations.NullMarked;
