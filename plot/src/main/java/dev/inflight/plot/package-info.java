/** What charts show. {@link Chart} is the type to read first. */
@NullMarked
package dev.inflight.plot;

import org.jspecify.annotations.NullMarked;
