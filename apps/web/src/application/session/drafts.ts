import * as z from 'zod/mini'

/** Typed values of a form by field name. */
export type Draft = Readonly<Record<string, string>>

const PREFIX = 'binnacle.draft.'
const stored = z.object({ person: z.string(), values: z.record(z.string(), z.string()) })

/** Open forms by name, with a function that returns their current values. */
const open = new Map<string, () => Draft>()

/**
 * Registers an open form, so that its values survive a sign-in. The values must contain no secrets.
 * @param name unique among all forms of the application
 * @returns unregisters the form
 */
export function registerDraft(name: string, values: () => Draft): () => void {
  open.set(name, values)
  return () => {
    if (open.get(name) === values) open.delete(name)
  }
}

/** Stores the values of all open forms in this tab until their owner signs in again. */
export function keepDrafts(person: string): void {
  for (const [name, values] of open) {
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify({ person, values: values() }))
    } catch {
      // Without storage the values are lost, but the sign-in must still work.
    }
  }
}

/**
 * Returns the stored draft of a form if this person typed it. Reading deletes nothing, because React may render a
 * form twice before it shows it.
 */
export function readDraft(name: string, person: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    if (text === null) return undefined
    const kept = stored.safeParse(JSON.parse(text))
    return kept.success && kept.data.person === person ? kept.data.values : undefined
  } catch {
    return undefined
  }
}

/** Deletes the draft of a form of any person. */
export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Without storage nothing was kept.
  }
}

/** Deletes all drafts. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
