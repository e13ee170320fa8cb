import { useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, readDraft, registerDraft } from './drafts.ts'
import { useSession } from './session.ts'

/**
 * Lets typed values of a form survive a sign-in.
 * @param name unique among all forms of the application
 * @param values returns the current values, without secrets
 * @returns the values typed before the session ended, if it did
 */
export function useDraft(name: string, values: () => Draft): Draft | undefined {
  const session = useSession()
  const [restored] = useState(() => readDraft(name, session.id))
  const present = useRef(values)
  useEffect(() => {
    present.current = values
  })
  useEffect(() => {
    // A draft is used once. Delete it in an effect, because only a mounted form has used it.
    dropDraft(name)
    return registerDraft(name, () => present.current())
  }, [name])
  return restored
}
