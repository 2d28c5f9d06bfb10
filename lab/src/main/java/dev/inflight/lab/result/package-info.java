/**
 * A run's folder and its files: tables, {@code summary.json}, {@code fct.txt}. Read {@link RunFolder} first;
 * {@link ResultFiles} lists every file with its columns.
 */
@NullMarked
package dev.inflight.lab.result;

import org.jspecify.annotations.NullMarked;
