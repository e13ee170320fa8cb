import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, textAt, textsAt } from '@binnacle/health-rules/document'
import { readGlob } from '@binnacle/plugin-kit/glob'

/** Terms of a search that are written `term=value`. */
const terms = ['id', 'name', 'namespace', 'status', 'label'] as const
type Term = (typeof terms)[number]

/** What a search demands of objects. */
export interface Search {
  /** Name of the objects, with or without wildcards. */
  name: string | undefined
  /** Name of their namespace, with or without wildcards. */
  namespace: string | undefined
  /** Selectors of labels, which the server understands. */
  labelSelectors: readonly string[]
  /** Whether an object fits the other terms and the words. @param statusOf reads its status, where a term names one */
  fits(object: Fields, statusOf: (object: Fields) => string | undefined): boolean
}

const isTerm = (text: string): text is Term => terms.some((term) => term === text)

/** Whether a name, or a value of a label, starts with what was written, in any case. */
function startsWith(object: Fields, written: string): boolean {
  const values = [
    textAt(object, 'metadata', 'name') ?? '',
    ...Object.values(textsAt(object, 'metadata', 'labels')),
  ]
  return values.some((value) => value.toLowerCase().startsWith(written))
}

/**
 * Reads a search: words with which a name or the value of a label starts, and terms such as `name=web-*` or `label=app=web`.
 * Source: section 3.6 of the reference of health and topology.
 * @param known terms that make sense for these objects
 * @returns what it demands, or what is wrong with it
 */
export function readSearch(text: string, known: readonly Term[] = terms): Result<Search, string> {
  const words: string[] = []
  const values = new Map<Term, string[]>()
  for (const word of text.trim().split(/\s+/)) {
    const [, term, value = ''] = /^([^=]+)=(.*)$/.exec(word) ?? []
    if (term === undefined) words.push(word)
    else if (!isTerm(term) || !known.includes(term))
      return fail(
        `${term}= is not a term of this search, expected ${known.map((one) => `${one}=`).join(', ')}`,
      )
    else if (value === '') return fail(`write a value after ${term}=`)
    else values.set(term, [...(values.get(term) ?? []), value])
  }
  const of = (term: Term) => values.get(term) ?? []
  for (const term of ['id', 'name', 'namespace'] as const)
    if (of(term).length > 1) return fail(`${term}= is written twice, and an object has only one`)
  for (const pattern of [...of('name'), ...of('namespace')])
    try {
      readGlob(pattern)
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error))
    }
  const written = words.join(' ').toLowerCase()
  const [id] = of('id')
  const statuses = of('status').map((status) => status.toLowerCase())
  const included = statuses.filter((status) => !status.startsWith('!'))
  const excluded = new Set(
    statuses.filter((status) => status.startsWith('!')).map((status) => status.slice(1)),
  )
  return succeed({
    name: of('name')[0],
    namespace: of('namespace')[0],
    labelSelectors: of('label'),
    fits(object, statusOf) {
      if (id !== undefined && textAt(object, 'metadata', 'uid') !== id) return false
      if (written !== '' && !startsWith(object, written)) return false
      if (statuses.length === 0) return true
      const status = statusOf(object)?.toLowerCase() ?? ''
      return (included.length === 0 || included.includes(status)) && !excluded.has(status)
    },
  })
}
