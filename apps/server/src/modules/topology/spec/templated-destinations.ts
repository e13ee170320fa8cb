import { isOpenHeader } from '@binnacle/egress'
import { bindingOf, isRecord, mapSecrets, type SchemaNode } from '@binnacle/plugin-kit/core'
import { ENVIRONMENT, environmentSchema, type SpecTypes } from '../../../platform/specs/types.ts'
import { isTemplate } from '../engine/render.ts'
import type { Path } from './topology.ts'

const isOpen = (written: unknown): boolean =>
  isRecord(written) && typeof written['name'] === 'string' && isOpenHeader(written['name'])

/** Leaves out headers that only describe a request, whose values no schema tells from secret ones. */
function withoutOpenHeaders(entry: unknown): unknown {
  if (!isRecord(entry) || !Array.isArray(entry['headers'])) return entry
  return { ...entry, headers: entry['headers'].filter((header: unknown) => !isOpen(header)) }
}

/** Whether a value has a secret that is written in it, and that no template makes. */
function hasSecret(node: SchemaNode, value: unknown): boolean {
  let found = false
  mapSecrets(node, value, (secret) => {
    found ||= secret !== '' && !isTemplate(secret)
    return secret
  })
  return found
}

function* templatesAt(value: unknown, place: Path): Generator<Path> {
  if (typeof value === 'string') {
    if (isTemplate(value)) yield place
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* templatesAt(item, [...place, index])
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) yield* templatesAt(item, [...place, key])
  }
}

/**
 * Where templates of the checks of a spec decide to which server a secret goes that is written beside them. What fills the
 * templates, such as names of catalog items, is not changed by the author of the secret alone.
 */
export function templatedDestinations(types: SpecTypes, spec: Readonly<Record<string, unknown>>): Path[] {
  const isShared = hasSecret(environmentSchema, spec[ENVIRONMENT])
  return Object.entries(spec).flatMap(([key, list]) => {
    const node = types.get(key)?.jsonSchema
    if (node === undefined || !Array.isArray(list)) return []
    return list.flatMap((entry: unknown, index) => {
      if (!isShared && !hasSecret(node, withoutOpenHeaders(entry))) return []
      const bound = bindingOf(node, entry)
      // What is sent to a server leads nothing elsewhere.
      const destination = isRecord(bound) ? { ...bound, body: undefined } : bound
      return [...templatesAt(destination, [key, index])]
    })
  })
}
