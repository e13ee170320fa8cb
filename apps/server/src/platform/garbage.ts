import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all garbage once, which takes about 20 ms. After a start this frees a fifth of the memory of the process (86 to 68
 * MiB). V8 itself would collect only after the heap has grown by half, which never happens in an idle product.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // A function of contexts that are made while the flag is set.
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
