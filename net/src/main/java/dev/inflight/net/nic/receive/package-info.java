/** What happens at a NIC to packets that its host takes more slowly than they arrive: {@link dev.inflight.net.nic.receive.SlowReceiver}. */
@NullMarked
package dev.inflight.net.nic.receive;

import org.jspecify.annotations.NullMarked;
