/**
 * How memory of switches is divided where they send PFC pauses: what a port sets aside, when it pauses and when it resumes. Read
 * {@link PfcProfile} first; a profile is one file and a line of {@link PfcProfiles}.
 */
@NullMarked
package dev.inflight.net.switching.pfc;

import org.jspecify.annotations.NullMarked;
