/**
 * A run's folder and its files: tables, {@code summary.json}, {@code fct.txt}. Start with {@link RunFolder}; {@link ResultFiles}
 * lists all files with their columns.
 */
@NullMarked
package dev.inflight.lab.result;

import org.jspecify.annotations.NullMarked;
