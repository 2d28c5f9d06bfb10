/** What charts show, for whoever draws them. Read {@link Chart} first. */
@NullMarked
package dev.inflight.reproduction.plot;

import org.jspecify.annotations.NullMarked;
