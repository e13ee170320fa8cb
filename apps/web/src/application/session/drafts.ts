import * as z from 'zod/mini'

/** What was typed into a form, by field. */
export type Draft = Readonly<Record<string, string>>

const PREFIX = 'binnacle.draft.'
const stored = z.object({ person: z.string(), values: z.record(z.string(), z.string()) })

/** Forms that are open now, each with what gives its present values. */
const open = new Map<string, () => Draft>()

/**
 * Names a form that is open, so that its values survive a sign-in in between. Give no secrets.
 * @param name tells it apart from every other form of the application
 * @returns ends it
 */
export function registerDraft(name: string, values: () => Draft): () => void {
  open.set(name, values)
  return () => {
    if (open.get(name) === values) open.delete(name)
  }
}

/** Keeps the values of all open forms in this tab until their owner is signed in again. */
export function keepDrafts(person: string): void {
  for (const [name, values] of open) {
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify({ person, values: values() }))
    } catch {
      // Without storage there is nothing to keep them in; signing in again must still work.
    }
  }
}

/**
 * What was kept of a form, for the person who typed it. Reading changes nothing: React may draw a form twice before
 * it shows it.
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

/** Forgets everything that was kept. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
