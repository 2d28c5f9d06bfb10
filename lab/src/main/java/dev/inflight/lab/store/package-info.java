/** Finished runs as tables of a database: what queries and reports read. */
@NullMarked
package dev.inflight.lab.store;

import org.jspecify.annotations.NullMarked;
