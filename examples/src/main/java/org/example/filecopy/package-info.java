/** Copies a file by RDMA over UDP, within a network namespace without privileges, or between two: {@link org.example.filecopy.FileCopy}. */
package org.example.filecopy;
