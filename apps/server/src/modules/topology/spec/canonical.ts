import { isRecord, type SchemaNode } from '@binnacle/plugin-kit/core'
import { canonicalSpec, canonicalValue } from '../../../platform/specs/spellings.ts'
import type { SpecTypes } from '../../../platform/specs/types.ts'

type Rewrite = (part: Record<string, unknown>) => Record<string, unknown>

/** Joins a map such as `{app: shop}` to the selector `app=shop`. */
function selectorText(value: unknown): unknown {
  return isRecord(value)
    ? Object.entries(value)
        .map(([key, text]) => `${key}=${String(text)}`)
        .join(',')
    : value
}

/** Selectors of older releases have one type, and labels and tags as maps. */
function rewriteSelector(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if ((key === 'types' || key === 'statuses') && typeof value === 'string') return [key, [value]]
      if (key === 'labelSelector' || key === 'tagSelector') return [key, selectorText(value)]
      return [key, value]
    }),
  )
}

const scripted = (value: unknown): unknown => (typeof value === 'string' ? { template: value } : value)

const mapList = (value: unknown, rewrite: Rewrite): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => (isRecord(item) ? rewrite(item) : item))
    : isRecord(value)
      ? rewrite(value)
      : value

/**
 * Converts a topology to the stored spelling: keys in any case and by their older names, and the parts that older releases
 * wrote otherwise.
 * @param schema of a topology, linked
 * @param types of checks, for lookups and inline checks
 */
export function canonicalTopology(schema: SchemaNode, types: SpecTypes, written: unknown): unknown {
  const canary = (value: unknown) => canonicalSpec(types, value)

  /** Rewrites the keys of a component, of a whole topology, and of what is made for each component. */
  const component: Rewrite = (part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        switch (key) {
          case 'components':
            return [key, mapList(value, component)]
          case 'properties':
            return [key, mapList(value, property)]
          case 'checks':
            return [key, mapList(value, check)]
          case 'selectors':
          case 'configs':
            return [key, mapList(value, rewriteSelector)]
          case 'lookup':
            return [key, lookup(value)]
          case 'forEach':
            return [key, isRecord(value) ? component(value) : value]
          case 'id':
            return [key, scripted(value)]
          case 'groupBy':
            return [key, isRecord(value) ? { ...value, ...selectorsIn(value, 'selector') } : value]
          case 'catalog':
            return [key, isRecord(value) ? { ...value, ...selectorsIn(value, 'items') } : value]
          default:
            return [key, value]
        }
      }),
    )
  const property: Rewrite = (part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        if (key === 'lookup') return [key, lookup(value)]
        if (key === 'summary') return [key, scripted(value)]
        if (key === 'configLookup' && isRecord(value))
          return [key, { ...value, ...selectorsIn(value, 'config') }]
        return [key, value]
      }),
    )
  const check: Rewrite = (part) => ({
    ...part,
    ...selectorsIn(part, 'selector'),
    ...('inline' in part ? { inline: canary(part['inline']) } : {}),
  })
  const lookup = (value: unknown): unknown => {
    const spec = canary(value)
    if (!isRecord(spec) || !('catalog' in spec)) return spec
    return {
      ...spec,
      catalog: mapList(spec['catalog'], (one) => ({ ...one, ...selectorsIn(one, 'selector') })),
    }
  }
  const selectorsIn = (part: Record<string, unknown>, key: string) =>
    key in part ? { [key]: mapList(part[key], rewriteSelector) } : {}

  const known = canonicalValue(schema, written)
  return isRecord(known) ? component(known) : known
}
