import { fail } from '@binnacle/contract/core'
import type { Scripting } from '../../catalog/index.ts'

/** Scripts that fail at once when a run is over: thousands of components may have one, and each may take seconds. */
export function scriptsUntil(signal: AbortSignal, scripting: Scripting): Scripting {
  const over = () => Promise.resolve(fail('was not evaluated, because the run is over'))
  return {
    ...scripting,
    text: (source, variables) => (signal.aborted ? over() : scripting.text(source, variables)),
    transform: (script, variables) => (signal.aborted ? over() : scripting.transform(script, variables)),
  }
}
