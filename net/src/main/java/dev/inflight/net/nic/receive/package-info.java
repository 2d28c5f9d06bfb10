/** Queueing in a NIC with a host that takes packets more slowly than they arrive: {@link dev.inflight.net.nic.receive.SlowReceiver}. */
@NullMarked
package dev.inflight.net.nic.receive;

import org.jspecify.annotations.NullMarked;
