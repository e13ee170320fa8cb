import { LONGEST_TAG, MOST_OWN_TAGS } from '@binnacle/contract/catalog'
import { fail, type Result, succeed } from '@binnacle/contract/core'

/** Tags as people write them: one a line, as `name=value`. */
export function tagLines(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')
}

/**
 * Reads tags, one a line. Fails with what a person has to mend.
 * @param limit how many there may be, and what they are called. Default: tags
 */
export function readTagLines(
  text: string,
  limit = { most: MOST_OWN_TAGS, things: 'tags' },
): Result<Record<string, string>, string> {
  const tags = new Map<string, string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const sign = line.indexOf('=')
    const key = line.slice(0, Math.max(sign, 0)).trim()
    const value = line.slice(sign + 1).trim()
    if (key === '' || value === '') return fail(`Line ${index + 1} is not written as name=value`)
    if (key.length > LONGEST_TAG || value.length > LONGEST_TAG)
      return fail(`Line ${index + 1} has more than ${LONGEST_TAG} characters in its name or its value`)
    if (tags.has(key)) return fail(`Line ${index + 1} names ${key} a second time`)
    tags.set(key, value)
  }
  return tags.size > limit.most
    ? fail(`At most ${limit.most} ${limit.things} can be added manually`)
    : succeed(Object.fromEntries(tags))
}
