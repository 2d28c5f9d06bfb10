/** Copies a file by RDMA over UDP, without privileges: {@link org.example.filecopy.FileCopy}. */
package org.example.filecopy;
