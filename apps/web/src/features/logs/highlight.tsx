import { type ReactNode, useMemo } from 'react'

/** Most marks in one message. */
const MOST_MARKS = 100

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** Splits a text at the words of a search. @returns parts; every second one is a match */
export function splitMatches(text: string, words: readonly string[]): readonly string[] {
  const known = words.filter((word) => word !== '')
  if (known.length === 0) return [text]
  // linear by construction: each of a few words is compared once at each place
  const pattern = new RegExp(`(${known.map(escaped).join('|')})`, 'giu')
  const parts = text.split(pattern)
  return parts.length <= 2 * MOST_MARKS + 1
    ? parts
    : [...parts.slice(0, 2 * MOST_MARKS), parts.slice(2 * MOST_MARKS).join('')]
}

/** Shows a message with the words of the search marked. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const parts = useMemo(() => splitMatches(text, words), [text, words])
  if (parts.length === 1) return text
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // Parts have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-small bg-accent-subtle text-primary">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
