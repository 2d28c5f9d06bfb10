/** Custom transport under HPCC: docs/embedding.md. */
package org.example.udp;
