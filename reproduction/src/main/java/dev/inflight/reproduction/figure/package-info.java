/** The figures of the HPCC paper and their claims as functions of run folders. Read {@link Figure} first. */
@NullMarked
package dev.inflight.reproduction.figure;

import org.jspecify.annotations.NullMarked;
