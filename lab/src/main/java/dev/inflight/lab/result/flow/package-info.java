/** Values of finished flows, and the percentiles of their slowdowns. */
@NullMarked
package dev.inflight.lab.result.flow;

import org.jspecify.annotations.NullMarked;
