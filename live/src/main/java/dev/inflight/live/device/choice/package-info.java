/** Choice of the kind of device for an interface: {@link Devices}. */
@NullMarked
package dev.inflight.live.device.choice;

import org.jspecify.annotations.NullMarked;
