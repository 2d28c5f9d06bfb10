/** Contents of charts. Read {@link Chart} first. */
@NullMarked
package dev.inflight.plot;

import org.jspecify.annotations.NullMarked;
