import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import { type Fields, textAt } from '@binnacle/health-rules/document'

/** Parts of the metadata that change without anybody changing the object. */
const metadataNoise = new Set(['generation', 'resourceVersion', 'managedFields', 'selfLink'])
const annotationNoise = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'control-plane.alpha.kubernetes.io/leader',
  'endpoints.kubernetes.io/last-change-trigger-time',
])
const labelNoise = new Set([
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  'job-name',
  'batch.kubernetes.io/job-name',
])
const conditionNoise = new Set([
  'lastTransitionTime',
  'lastHeartbeatTime',
  'lastUpdateTime',
  'lastProbeTime',
  'observedGeneration',
])
/** Parts of the status of a health check that each of its runs changes. */
const canaryNoise = new Set([
  'checkStatus',
  'lastCheck',
  'lastTransitionedTime',
  'latency1h',
  'uptime1h',
  'message',
])

/** Converts what was parsed from JSON. Anything else, which such a text does not have, is null. */
function toJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(toJson)
  return isRecord(value) ? mapped(value, (_key, item) => toJson(item)) : null
}

/** Maps the fields of an object; a field that becomes undefined is left out. */
function mapped(
  fields: Fields,
  map: (key: string, value: unknown) => Json | undefined,
): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const [key, value] of Object.entries(fields)) {
    const next = map(key, value)
    // A key such as __proto__ would set something else than a field.
    if (next !== undefined)
      Object.defineProperty(found, key, { value: next, enumerable: true, writable: true, configurable: true })
  }
  return found
}

function withoutKeys(value: unknown, noise: ReadonlySet<string>): Json {
  return isRecord(value)
    ? mapped(value, (key, item) => (noise.has(key) ? undefined : toJson(item)))
    : toJson(value)
}

function cleanMap(value: unknown, noise: ReadonlySet<string>): Json | undefined {
  const left = withoutKeys(value, noise)
  return isRecord(left) && Object.keys(left).length === 0 ? undefined : left
}

function cleanMetadata(metadata: unknown): Json {
  if (!isRecord(metadata)) return toJson(metadata)
  return mapped(metadata, (key, value) => {
    if (metadataNoise.has(key)) return undefined
    if (key === 'annotations') return cleanMap(value, annotationNoise)
    return key === 'labels' ? cleanMap(value, labelNoise) : toJson(value)
  })
}

/** Conditions have no order of their own, so they are sorted by type. */
function cleanConditions(conditions: readonly unknown[]): Json {
  const typeOf = (condition: unknown) => textAt(condition, 'type') ?? ''
  return conditions
    .toSorted((one, other) => (typeOf(one) < typeOf(other) ? -1 : typeOf(one) > typeOf(other) ? 1 : 0))
    .map((condition) => withoutKeys(condition, conditionNoise))
}

/** Cleans a status, in which conditions are at any depth. */
function cleanStatus(value: unknown): Json {
  if (Array.isArray(value)) return value.map(cleanStatus)
  if (!isRecord(value)) return toJson(value)
  return mapped(value, (key, item) => {
    if (key === 'observedGeneration') return undefined
    return key === 'conditions' && Array.isArray(item) ? cleanConditions(item) : cleanStatus(item)
  })
}

/** The document of an object as it is. */
export function wholeDocument(object: Fields): Record<string, Json> {
  return mapped(object, (_key, value) => toJson(value))
}

/** Masks each value of the data of a Secret. */
function maskData(data: unknown, mask: (value: Json) => Json): Json {
  return isRecord(data) ? mapped(data, (_key, value) => mask(toJson(value))) : mask(toJson(data))
}

/**
 * The document of an object: without what changes by itself, and with the values of Secrets masked.
 * @param mask what to put in the place of a value
 */
export function cleanDocument(object: Fields, mask: (value: Json) => Json): Record<string, Json> {
  const kind = textAt(object, 'kind')
  const isSecret = kind === 'Secret' && textAt(object, 'apiVersion') === 'v1'
  const isCanary = kind === 'Canary'
  return mapped(object, (key, value) => {
    if (key === 'metadata') return cleanMetadata(value)
    if (key === 'status')
      return isCanary && isRecord(value)
        ? mapped(value, (part, item) => (canaryNoise.has(part) ? undefined : cleanStatus(item)))
        : cleanStatus(value)
    if (isSecret && (key === 'data' || key === 'stringData')) return maskData(value, mask)
    // The holder of a Lease writes the time every few seconds.
    if (kind === 'Lease' && key === 'spec') return withoutKeys(value, new Set(['renewTime']))
    return toJson(value)
  })
}
