import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all garbage once, and moves what is left together, so that the system gets back the pages that the start used:
 * with the code of the server loaded, 74 MiB become 57 in 190 ms. A usual collection takes 150 ms and leaves pages that are half
 * empty. V8 itself would collect only after the heap has grown by half, which never happens in an idle product.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // A function of contexts that are made while the flag is set.
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}
