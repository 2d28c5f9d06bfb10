/**
 * The notification points of DCQCN: how receiving NICs answer marks with congestion notification packets (CNP). Read
 * {@link dev.inflight.net.host.cnp.CnpRules} first.
 */
@NullMarked
package dev.inflight.net.host.cnp;

import org.jspecify.annotations.NullMarked;
