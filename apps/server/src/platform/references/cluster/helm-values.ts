import { gunzipSync } from 'node:zlib'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import { firstMatch } from '@binnacle/scripting/jsonpath'
import { z } from 'zod'

/** The API's answer with a list of Secrets, and the key of the wanted value of the release. */
export interface HelmInput {
  list: string
  key: string
}

/** Most bytes of a release. A Secret holds at most a mebibyte of it, compressed. */
const LARGEST_RELEASE = 33_554_432

// The fields that the product uses: of a list of Secrets in which Helm stores releases (driver "secret"), and of a
// release.
const listShape = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ labels: z.object({ version: z.coerce.number() }) }),
      data: z.object({ release: z.string() }),
    }),
  ),
})
const releaseShape = z.object({
  config: z.record(z.string(), z.unknown()).nullish(),
  chart: z.object({ values: z.record(z.string(), z.unknown()).nullish() }).optional(),
})

/** Merges the values of a release over those of its chart. As in Helm, null removes a value of the chart. */
function merge(chart: Record<string, unknown>, config: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(Object.entries(chart))
  for (const [key, value] of Object.entries(config)) {
    const below = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isRecord(value) && isRecord(below) ? merge(below, value) : value)
  }
  return Object.fromEntries(merged)
}

/**
 * Converts a key to JSONPath. It starts at the values: `ingress.host`, `.ingress.host`, `{.ingress.host}` and
 * `$.ingress.host` are equal.
 */
function pathOf(key: string): string {
  const plain = key.trim().replace(/^\{(.*)\}$/s, '$1')
  if (plain.startsWith('$')) return plain
  return /^[.[]/.test(plain) ? `$${plain}` : `$.${plain}`
}

/**
 * Reads a value of a Helm release. Runs in a worker thread because releases are large.
 * @returns undefined if there is no deployed release; otherwise the value, or why it cannot be read
 */
export function readHelmValue({ list, key }: HelmInput): Result<string | undefined, string> {
  const secrets = listShape.safeParse(JSON.parse(list))
  if (!secrets.success) return fail('the cluster answered with no list of releases')
  const [newest] = secrets.data.items.toSorted(
    (one, other) => other.metadata.labels.version - one.metadata.labels.version,
  )
  if (newest === undefined) return succeed(undefined)
  // Kubernetes encodes bytes as Base64, and Helm stores the Base64 of a gzip file.
  const packed = Buffer.from(Buffer.from(newest.data.release, 'base64').toString('latin1'), 'base64')
  const release = releaseShape.safeParse(
    JSON.parse(gunzipSync(packed, { maxOutputLength: LARGEST_RELEASE }).toString('utf8')),
  )
  if (!release.success) return fail('the stored release cannot be read')
  const values = merge(release.data.chart?.values ?? {}, release.data.config ?? {})
  const found = firstMatch(pathOf(key), values)
  if (!found.ok) return fail(`the path "${key}": ${found.failure}`)
  return found.value === undefined ? fail(`it has no value at "${key}"`) : succeed(found.value)
}
