/**
 * HPCC-PINT: one or two bytes a packet for the whole path, folded by its switches (SIGCOMM'20). Read
 * {@link PintFormat} first.
 */
@NullMarked
package dev.inflight.telemetry.format.pint;

import org.jspecify.annotations.NullMarked;
