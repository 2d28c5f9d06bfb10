/** Queueing in a NIC with a slow host: {@link dev.inflight.net.nic.receive.SlowReceiver}. */
@NullMarked
package dev.inflight.net.nic.receive;

import org.jspecify.annotations.NullMarked;
