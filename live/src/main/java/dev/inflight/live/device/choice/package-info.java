/** Which kind of device an interface gets: {@link Devices}. */
@NullMarked
package dev.inflight.live.device.choice;

import org.jspecify.annotations.NullMarked;
