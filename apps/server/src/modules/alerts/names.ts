import type { Labels } from './fingerprint.ts'

const LONGEST_SHORT = 120
const LONGEST = 250

/** Labels that say where an alert is from, and seldom tell two of one name apart. */
const common = new Set([
  'job',
  'namespace',
  'cluster',
  'prometheus',
  'monitor',
  'environment',
  'env',
  'region',
  'team',
])
/** Labels that people look for first. */
const first = ['instance', 'host', 'node', 'pod', 'container', 'service']

function rank(name: string): number {
  const place = first.indexOf(name)
  return place === -1 ? first.length : place
}

const byUse = ([left]: readonly [string, string], [right]: readonly [string, string]) =>
  rank(left) - rank(right) || (left < right ? -1 : 1)

function cut(name: string, longest: number, fingerprint: string): string {
  if (name.length <= longest) return name
  return `${name.slice(0, longest - fingerprint.length - 2).toWellFormed()}… ${fingerprint}`
}

/** A name of an alert for people: what it is, where, and how severe. Two alerts may have the same. */
export function shortName(labels: Labels, fingerprint: string): string {
  const { alertname = 'alert', severity, ...others } = labels
  const values = Object.entries(others)
    .filter(([name]) => !common.has(name))
    .toSorted(byUse)
    .map(([, value]) => value)
  const name = [alertname, ...values, ...(severity === undefined ? [] : [`(${severity})`])].join(' ')
  return cut(name, LONGEST_SHORT, fingerprint)
}

/** The name of an alert with all labels that tell it from others, as Prometheus writes series. */
export function fullName(labels: Labels, fingerprint: string): string {
  const { alertname = 'alert', ...others } = labels
  const written = Object.entries(others)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return cut(`${alertname}{${written.join(', ')}}`, LONGEST, fingerprint)
}
