import type { RunScraper } from '@binnacle/plugin-kit/scrapers'
import { fault, UNRESOLVED } from '../faults.ts'
import { accessReader } from '@binnacle/clients/kubernetes/access'
import { createApi } from '@binnacle/clients/kubernetes/client'
import { follow } from './follow.ts'
import { inFlight, lookAt } from './look.ts'
import { createDirectory } from './objects/directory.ts'
import { exclusionsOf } from './objects/exclude.ts'
import type { Reading } from './objects/item.ts'
import { scopeOf } from './resources.ts'
import type { KubernetesSpec } from './spec.ts'

export const run: RunScraper<KubernetesSpec> = async function* (spec, given) {
  if (spec.connection !== undefined) {
    yield fault(UNRESOLVED, { scope: scopeOf(spec) })
    return
  }
  // Ends what is under way when the reader stops reading, as well as when the run ends.
  const own = new AbortController()
  const stop = () => own.abort(given.signal.reason)
  given.signal.addEventListener('abort', stop, { once: true })
  if (given.signal.aborted) stop()
  const context = { ...given, signal: own.signal }
  const access = accessReader(spec.kubeconfig, context)
  const api = createApi(access, inFlight({ spec }), context)
  try {
    const chosen = await access()
    if (!chosen.ok) {
      yield fault(chosen.failure, { scope: scopeOf(spec) })
      return
    }
    const reading: Reading = {
      spec,
      exclusions: exclusionsOf(spec),
      directory: createDirectory(),
      scope: scopeOf(spec),
      server: chosen.value.server,
      context,
    }
    yield* context.mode === 'follow' ? follow(reading, api) : lookAt(reading, api)
  } finally {
    given.signal.removeEventListener('abort', stop)
    own.abort()
    api.close()
  }
}
