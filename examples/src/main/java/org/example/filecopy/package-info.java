/** Copies a file by RDMA over UDP in a network namespace, or between two: {@link org.example.filecopy.FileCopy}. */
package org.example.filecopy;
