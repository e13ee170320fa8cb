import { parseLabelSelector } from '@binnacle/contract/search'
import type { WrittenSilence } from '../silences/index.ts'
import { ALERT_TYPE } from './check.ts'
import type { Matcher } from './matchers.ts'

/** What a silence covers, in the words of the product. */
export interface Coverage {
  selector: { kinds: ['check']; types: string[]; labels?: string }
  filter: string
}

/** Names and values that a label selector can hold as they are. */
const plainName = /^[\w./-]+$/
const plainValue = /^[\w./:@-]+$/
/** A label selector reads this value as a missing label. */
const MISSING = 'nil'
/** A label selector has at most this many characters. */
const LONGEST_SELECTOR = 1_000

function isPlain({ name, value, isRegex }: Matcher): boolean {
  return !isRegex && plainName.test(name) && plainValue.test(value) && value !== MISSING
}

const labelOf = (name: string) => `(${name} in check.labels ? check.labels[${name}] : "")`

/** A matcher as CEL. A label that is missing counts as an empty one. */
function conditionOf({ name, value, isRegex, isEqual }: Matcher): string {
  const label = labelOf(JSON.stringify(name))
  if (!isRegex) return `${label} ${isEqual ? '==' : '!='} ${JSON.stringify(value)}`
  return `${isEqual ? '' : '!'}${label}.matches(${JSON.stringify(`^(?s:${value})$`)})`
}

/** What matchers cover: alerts with these labels. Simple matchers find them through an index, others by a filter. */
export function coverageOf(matchers: readonly Matcher[]): Coverage {
  const plain: string[] = []
  const others: Matcher[] = []
  let length = 0
  for (const matcher of matchers) {
    const { name, value, isEqual } = matcher
    const text = `${name}${isEqual ? '=' : '!='}${value}`
    length += text.length + 1
    if (isPlain(matcher) && length <= LONGEST_SELECTOR) plain.push(text)
    else others.push(matcher)
  }
  return {
    selector: {
      kinds: ['check'],
      types: [ALERT_TYPE],
      ...(plain.length === 0 ? {} : { labels: plain.join(',') }),
    },
    filter: others.map(conditionOf).join(' && '),
  }
}

const literal = String.raw`"(?:[^"\\]|\\.)*"`
// linear by construction: it begins at the start only, and each part ends at a character that it cannot contain
const condition = new RegExp(
  String.raw`^(!?)\((${literal}) in check\.labels \? check\.labels\[(${literal})\] : ""\)(?: (==|!=) (${literal})|\.matches\((${literal})\))(?: && |$)`,
)
const expression = /^\^\(\?s:([\s\S]*)\)\$$/

function textOf(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Reads a filter back that `coverageOf` wrote. @returns undefined for any other filter */
function readFilter(filter: string): Matcher[] | undefined {
  const matchers: Matcher[] = []
  let rest = filter
  while (rest !== '') {
    const [whole, not, nameText = '', keyText, operator, valueText, pattern] = condition.exec(rest) ?? []
    const name = textOf(nameText)
    const value = textOf(valueText ?? pattern ?? '')
    const inner = pattern === undefined ? value : expression.exec(value ?? '')?.[1]
    if (whole === undefined || name === undefined || inner === undefined || keyText !== nameText)
      return undefined
    if (pattern === undefined && not === '!') return undefined
    const isEqual = pattern === undefined ? operator === '==' : not === ''
    matchers.push({ name, value: inner, isRegex: pattern !== undefined, isEqual })
    rest = rest.slice(whole.length)
  }
  return matchers
}

function readLabels(selector: string): Matcher[] | undefined {
  const parsed = parseLabelSelector(selector)
  if (!parsed.ok) return undefined
  const matchers = parsed.value.map((requirement): Matcher | undefined => {
    if (requirement.is !== 'in' && requirement.is !== 'notin') return undefined
    const [value, ...others] = requirement.values
    if (value === undefined || others.length > 0) return undefined
    return { name: requirement.key, value, isRegex: false, isEqual: requirement.is === 'in' }
  })
  return matchers.every((matcher) => matcher !== undefined) ? matchers : undefined
}

/** The label that stands for what matchers cannot say. No alert has it. */
const OTHER_LABEL = 'binnacle_silence'

/**
 * The matchers of a silence. One that covers what matchers cannot say, such as a canary, has a single matcher that names
 * it, because clients expect one.
 */
export function matchersOf(
  silence: Pick<WrittenSilence, 'id' | 'covers' | 'selector' | 'filter'>,
): Matcher[] {
  const { id, covers, selector, filter } = silence
  if (covers === 'everything' && filter === '')
    return [{ name: 'alertname', value: '.*', isRegex: true, isEqual: true }]
  const other = [{ name: OTHER_LABEL, value: id, isRegex: false, isEqual: true }]
  const { labels = '', kinds = [], types = [], names = [], namespaces = [] } = selector
  const isOfAlerts =
    covers === 'selector' &&
    kinds.every((kind) => kind === 'check') &&
    types.every((type) => type === ALERT_TYPE) &&
    names.length === 0 &&
    namespaces.length === 0
  const [fromLabels, fromFilter] = [readLabels(labels), readFilter(filter)]
  if (!isOfAlerts || fromLabels === undefined || fromFilter === undefined) return other
  const matchers = [...fromLabels, ...fromFilter]
  return matchers.length === 0 ? other : matchers
}
