/**
 * Credit that receiving hosts grant (Ultra Ethernet's RCCC; EQDS, NSDI'22): data carries a flow's request, and a pacer for each
 * NIC grants as much as its link takes. Read {@link CreditPacer} first, then {@link CreditedEnd}.
 */
@NullMarked
package dev.inflight.net.credit;

import org.jspecify.annotations.NullMarked;
