/**
 * The figures of the HPCC paper with random load, and their claims as functions of run folders. Read {@link LoadFigure} first.
 */
@NullMarked
package dev.inflight.reproduction.load;

import org.jspecify.annotations.NullMarked;
