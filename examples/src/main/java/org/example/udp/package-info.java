/** A transport of one's own under HPCC: docs/embedding.md. */
package org.example.udp;
