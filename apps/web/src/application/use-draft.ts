import { useEffect, useRef, useState } from 'react'
import { type Draft, registerDraft, takeDraft } from './drafts.ts'
import { useSession } from './session.ts'

/**
 * Lets what is typed into a form survive a sign-in in between.
 * @param name tells the form apart from every other form of the application
 * @param values gives what is typed now, without secrets
 * @returns what was typed before the session ended, if it did
 */
export function useDraft(name: string, values: () => Draft): Draft | undefined {
  const session = useSession()
  const [restored] = useState(() => takeDraft(name, session.id))
  const present = useRef(values)
  useEffect(() => {
    present.current = values
  })
  useEffect(() => registerDraft(name, () => present.current()), [name])
  return restored
}
