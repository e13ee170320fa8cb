import { useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, readDraft, registerDraft } from './drafts.ts'
import { useSession } from './session.ts'

/**
 * Lets what is typed into a form survive a sign-in in between.
 * @param name tells the form apart from every other form of the application
 * @param values gives what is typed now, without secrets
 * @returns what was typed before the session ended, if it did
 */
export function useDraft(name: string, values: () => Draft): Draft | undefined {
  const session = useSession()
  const [restored] = useState(() => readDraft(name, session.id))
  const present = useRef(values)
  useEffect(() => {
    present.current = values
  })
  useEffect(() => {
    // It is given once, and only a form that is really shown has taken it.
    dropDraft(name)
    return registerDraft(name, () => present.current())
  }, [name])
  return restored
}
