import type { ComponentProperty } from '@binnacle/contract/topology'
import { formatBytes, formatPercent, isSafeLink } from '@binnacle/contract/text'

/** A link to another site. */
interface OutsideLink {
  label: string
  url: string
}

/** What is shown of a property. */
export type FormattedProperty =
  | { kind: 'text'; text: string; href?: string; title?: string }
  | { kind: 'links'; links: readonly OutsideLink[] }
  | { kind: 'age'; time: string }
  /** A share of a maximum, with the percentage for a usage bar. */
  | { kind: 'usage'; text: string; percent: number; title: string }

const ageNames: ReadonlySet<string> = new Set(['created', 'created_at', 'updated_at'])

/** A number with at most two decimals, and none where they would be zeros. */
const short = (value: number): string => String(Number(value.toFixed(2)))

const thousands = (value: number): string =>
  Math.abs(value) >= 1_000 ? `${short(value / 1_000)}k` : value.toFixed(Math.abs(value) < 1 ? 4 : 2)

/** Millicores as cores, or as millicores below one core. */
const cores = (milli: number): string => (milli >= 1_000 ? short(milli / 1_000) : `${Math.round(milli)}m`)

/** Returns how the numbers of a property are written. */
function writerOf({ name, type, unit = '' }: ComponentProperty): (value: number) => string {
  const named = name.toLowerCase()
  // 182m would be read as minutes.
  if (unit.startsWith('millisecond')) return (value) => `${short(value)} ms`
  if (unit.startsWith('millicore') || unit.startsWith('milli') || (named === 'cpu' && unit === ''))
    return cores
  if (unit === 'bytes' || (named === 'memory' && unit === '')) return formatBytes
  if (unit === 'percent') return (value) => formatPercent(value * 100)
  if (type === 'currency') return thousands
  return (value) => (unit === '' ? short(value) : `${short(value)} ${unit}`)
}

/** Whether a property has something to show. Properties of the type `hidden` have not. */
export function isShown(property: ComponentProperty): boolean {
  if (property.type === 'hidden') return false
  return (
    (property.text ?? '') !== '' ||
    property.value !== undefined ||
    (property.links ?? []).some(({ url }) => isSafeLink(url))
  )
}

/** Returns what is shown of a property. Source: TOP-033. */
export function formatProperty(property: ComponentProperty): FormattedProperty {
  const { name, type, text = '', value, max, links = [] } = property
  const safe = links.flatMap(({ url, label, text: own }) =>
    isSafeLink(url) ? [{ url, label: label ?? own ?? url }] : [],
  )
  if (safe.length > 0) return { kind: 'links', links: safe }
  if (type === 'url' || /^https?:\/\//.test(text))
    return isSafeLink(text)
      ? { kind: 'text', text: text.replace(/^https?:\/\//, ''), href: text, title: text }
      : { kind: 'text', text }
  if ((type === 'age' || ageNames.has(name)) && text !== '' && !Number.isNaN(Date.parse(text)))
    return { kind: 'age', time: text }
  if (value === undefined) return { kind: 'text', text }
  const write = writerOf(property)
  if (max !== undefined && max > 0) {
    const percent = (value / max) * 100
    return {
      kind: 'usage',
      text: write(value),
      percent,
      title: `${write(value)} of ${write(max)} (${formatPercent(percent)})`,
    }
  }
  return { kind: 'text', text: write(value) }
}
