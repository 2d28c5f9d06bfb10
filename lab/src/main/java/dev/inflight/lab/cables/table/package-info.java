/** Cables in tables: {@link CableTable}. */
@NullMarked
package dev.inflight.lab.cables.table;

import org.jspecify.annotations.NullMarked;
