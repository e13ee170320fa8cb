import { createHash } from 'node:crypto'
import type { ItemInput } from './input.ts'

/** Characters of a name. Indexes contain names. */
const MOST_NAME_CHARACTERS = 1_000
/** Characters of what many rows have in common, such as a type. */
const MOST_TERM_CHARACTERS = 300
const MOST_EXTERNAL_ID_CHARACTERS = 1_500
/** Labels or tags of an item. */
const MOST_LABELS = 1_000
/** Characters of a key that is stored as it is. Of a longer one, the start and a digest. */
const MOST_KEY_CHARACTERS = 400

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/** Why an item cannot be stored. Undefined if it can. */
export function problemOf(item: ItemInput): string | undefined {
  const terms = { type: item.type, class: item.class, scope: item.scope }
  if (!uuid.test(item.id)) return `Its id ${item.id} is not a UUID`
  if (item.name === '') return 'It has no name'
  if (item.type === '') return 'It has no type'
  if (item.name.length > MOST_NAME_CHARACTERS)
    return `Its name has more than ${MOST_NAME_CHARACTERS} characters`
  for (const [what, text] of Object.entries(terms))
    if (text.length > MOST_TERM_CHARACTERS)
      return `Its ${what} has more than ${MOST_TERM_CHARACTERS} characters`
  if (item.externalIds.some((id) => id.length > MOST_EXTERNAL_ID_CHARACTERS))
    return `An id of its source has more than ${MOST_EXTERNAL_ID_CHARACTERS} characters`
  for (const [what, labels] of Object.entries({ labels: item.labels, tags: item.tags }))
    if (Object.keys(labels).length > MOST_LABELS) return `It has more than ${MOST_LABELS} ${what}`
  return undefined
}

/** A text that fits into an index. Different texts stay different. */
export function indexable(text: string): string {
  if (text.length <= MOST_KEY_CHARACTERS) return text
  const digest = createHash('sha256').update(text).digest('base64url')
  return `${text.slice(0, MOST_KEY_CHARACTERS - digest.length - 1).toWellFormed()}…${digest}`
}
