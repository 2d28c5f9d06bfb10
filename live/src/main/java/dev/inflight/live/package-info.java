/** RDMA between hosts, over UDP and with real bytes. Read {@link Endpoint} first. */
@NullMarked
package dev.inflight.live;

import org.jspecify.annotations.NullMarked;
