/** Finished runs as tables of a database, for queries and reports. */
@NullMarked
package dev.inflight.lab.store;

import org.jspecify.annotations.NullMarked;
