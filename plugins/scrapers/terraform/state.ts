import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import type { RelatedItem } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'

// The fields of a state of version 4 that are read here ("statefile" of Terraform's sources: version4.go).
const step = z.looseObject({ type: z.string(), value: z.unknown() })
const instance = z.looseObject({
  attributes: z.record(z.string(), z.unknown()).nullish(),
  sensitive_attributes: z.array(z.array(step)).nullish(),
})
const resource = z.looseObject({
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  module: z.string().optional(),
  instances: z.array(instance).default([]),
})
const output = z.looseObject({ value: z.unknown(), sensitive: z.boolean().optional() })
const stateShape = z.looseObject({
  version: z.literal(4),
  terraform_version: z.string().optional(),
  serial: z.number(),
  lineage: z.string().min(1),
  outputs: z.record(z.string(), output).default({}),
  resources: z.array(resource).default([]),
})
type State = z.output<typeof stateShape>

/** A module as its state has it. */
export interface Module {
  lineage: string
  serial: number
  config: Json
  related: readonly RelatedItem[]
}

type Mask = (value: Json) => string

/** What comes from JSON is JSON, but for what is left out of it. */
function asJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value ?? null))
  return json
}

/** The key or index of a step of a path. */
function keyOf({ value }: z.output<typeof step>): string | number | undefined {
  const plain = isRecord(value) ? value['value'] : value
  return typeof plain === 'string' || typeof plain === 'number' ? plain : undefined
}

/**
 * Replaces the value at a path. Where the path ends too early, the whole value there is replaced: a provider may mark parts
 * of what it stores as one.
 */
function masked(value: unknown, [first, ...rest]: readonly z.output<typeof step>[], mask: Mask): unknown {
  if (value === null || value === undefined) return value
  const key = first === undefined ? undefined : keyOf(first)
  if (key === undefined) return mask(asJson(value))
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === String(key) ? masked(item, rest, mask) : item))
  if (!isRecord(value)) return mask(asJson(value))
  return Object.hasOwn(value, key) ? { ...value, [key]: masked(value[key], rest, mask) } : value
}

function withoutSecrets(state: State, mask: Mask): State {
  return {
    ...state,
    outputs: Object.fromEntries(
      Object.entries(state.outputs).map(([name, one]) => [
        name,
        one.sensitive === true ? { ...one, value: mask(asJson(one.value)) } : one,
      ]),
    ),
    resources: state.resources.map((one) => ({
      ...one,
      instances: one.instances.map(({ private: _private, ...inner }) => ({
        ...inner,
        attributes: (inner.sensitive_attributes ?? []).reduce<Record<string, unknown> | null | undefined>(
          (attributes, path) => {
            const next = masked(attributes, path, mask)
            return isRecord(next) ? next : attributes
          },
          inner.attributes,
        ),
      })),
    })),
  }
}

const arn = /^arn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:\d*:\S+$/
/** Ids of Azure's resource manager, which the catalog has in lower case. */
const azureId = /^\/subscriptions\/[0-9a-f-]{36}(?:\/\S+)?$/i

/** The id by which a cloud knows what an instance stands for. */
function cloudId(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const values = [attributes['arn'], attributes['id'], ...Object.values(attributes)]
  const texts = values.filter((value) => typeof value === 'string')
  const found = texts.find((text) => arn.test(text))
  if (found !== undefined) return found
  const own = attributes['id']
  if (typeof own === 'string' && azureId.test(own)) return own.toLowerCase()
  const link = attributes['self_link']
  return typeof link === 'string' && link.startsWith('https://') ? link : undefined
}

function relatedOf({ resources }: State): RelatedItem[] {
  const ids = new Map<string, RelatedItem>()
  for (const { mode, instances } of resources) {
    if (mode !== 'managed') continue
    for (const { attributes } of instances) {
      const externalId = attributes === null || attributes === undefined ? undefined : cloudId(attributes)
      if (externalId !== undefined) ids.set(externalId, { externalId, relation: 'TerraformResource' })
    }
  }
  return [...ids.values()]
}

function problemOf(document: Json): string {
  if (!isRecord(document)) return 'is not a Terraform state'
  const { version } = document
  if (typeof version === 'number' && version !== 4) return `is a state of version ${version}, expected 4`
  const parsed = stateShape.safeParse(document)
  const issue = parsed.error?.issues[0]
  return `is not a Terraform state: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
}

/** Reads a state. @returns what is wrong with it, as the end of a sentence */
export function readState(document: Json, mask: Mask): Result<Module, string> {
  const parsed = stateShape.safeParse(document)
  if (!parsed.success) return fail(problemOf(document))
  const { lineage, serial } = parsed.data
  return succeed({
    lineage,
    serial,
    // Ids are not secret, even where a provider marks them.
    related: relatedOf(parsed.data),
    config: asJson(withoutSecrets(parsed.data, mask)),
  })
}
