/** Queueing in a NIC whose host takes packets more slowly than they arrive: {@link dev.inflight.net.nic.receive.SlowReceiver}. */
@NullMarked
package dev.inflight.net.nic.receive;

import org.jspecify.annotations.NullMarked;
