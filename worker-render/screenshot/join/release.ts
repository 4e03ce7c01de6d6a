/**
 * Gives the memory of a band back that has been joined. Its last variables would keep it, because a generator that waits for the
 * next band keeps them all. A view of a part of a buffer is left as it is: others may use the rest.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
