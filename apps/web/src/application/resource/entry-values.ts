import type { Draft } from '../session/drafts.ts'

/** Values of an entry form by field name. A field can have a list or an object. */
export type EntryValues = Record<string, unknown>

/** Reads a value of a draft. Text that was written by another version of the form counts as not typed. */
function fromText(text: string, value: unknown): unknown {
  if (typeof value === 'string') return text
  try {
    const read: unknown = JSON.parse(text)
    const isSameKind =
      value === null || (typeof read === typeof value && Array.isArray(read) === Array.isArray(value))
    return isSameKind ? read : value
  } catch {
    return value
  }
}

/** The values of a form after a sign-in: the defaults, and what was typed before. */
export function fromDraft<Input extends EntryValues>(draft: Draft, defaults: Input): Input {
  const typed = Object.entries(draft).flatMap(([name, text]) => {
    const value = defaults[name]
    return value === undefined ? [] : [[name, fromText(text, value)] as const]
  })
  return { ...defaults, ...Object.fromEntries(typed) }
}

/** What is typed in a form, as a draft keeps it. */
export function toDraft(values: EntryValues): Draft {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
    ),
  )
}
