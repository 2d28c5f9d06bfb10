/** Lines of separated values: {@link CsvCells}. */
@NullMarked
package dev.inflight.lab.read.csv;

import org.jspecify.annotations.NullMarked;
