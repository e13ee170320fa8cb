import type { LogRoute, LogTarget } from '@binnacle/plugin-kit/logs'
import type { ParsedLogEntry } from '../spec/backend.ts'
import type { OpenLogBackend } from './backends.ts'

/** Whether a value fits a condition: one of a list, `*`, or none of those with `!`. */
function fitsValue(condition: string, value: string | undefined): boolean {
  const parts = condition.split(',').map((part) => part.trim())
  const excluded = parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1))
  const wanted = parts.filter((part) => part !== '' && !part.startsWith('!'))
  if (value !== undefined && excluded.includes(value)) return false
  return wanted.length === 0 || (value !== undefined && wanted.some((part) => part === '*' || part === value))
}

function fitsRoute({ type, idPrefix, labels = {} }: LogRoute, target: LogTarget): boolean {
  return (
    (type === undefined || type === target.type) &&
    (idPrefix === undefined || target.id?.startsWith(idPrefix) === true) &&
    Object.entries(labels).every(([name, condition]) => fitsValue(condition, target.labels[name]))
  )
}

/** An entry that serves a target. */
export interface RoutedEntry {
  backend: OpenLogBackend
  entry: ParsedLogEntry
}

/**
 * Finds the entries that serve a log selector, in the order of the names of their backends: up to the first whose route is
 * not additive. An entry without routes serves selectors whose type is the name of its backend.
 */
export function routedEntries(backends: readonly OpenLogBackend[], target: LogTarget): RoutedEntry[] {
  const found: RoutedEntry[] = []
  for (const backend of backends)
    for (const entry of backend.spec.entries) {
      const routes = entry.common.routes ?? [{ type: backend.name }]
      const route = routes.find((one) => fitsRoute(one, target))
      if (route === undefined) continue
      found.push({ backend, entry })
      if (route.additive !== true) return found
    }
  return found
}
