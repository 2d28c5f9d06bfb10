/**
 * The queues of a switch's port, and the order in which it serves them. Read {@link PortQueues} first; a discipline is one file
 * and a line of {@link QueueDisciplines}.
 */
@NullMarked
package dev.inflight.net.switching.queue;

import org.jspecify.annotations.NullMarked;
