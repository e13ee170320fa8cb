import { useSyncExternalStore } from 'react'

/** A sign-in that is needed while a page has unsaved values. */
export interface SignInRequest {
  /** Address of the sign-in, which returns to this page. */
  target: string
  /** Milliseconds since 1970. A session that was loaded later ends the request. */
  since: number
}

let request: SignInRequest | undefined
const listeners = new Set<() => void>()

/** Asks the person to sign in, unless they are asked already. */
export function requestSignIn(target: string): void {
  request ??= { target, since: Date.now() }
  for (const listener of listeners) listener()
}

/** Ends the request. */
export function endSignInRequest(): void {
  request = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The present request, if there is one. */
export const useSignInRequest = (): SignInRequest | undefined =>
  useSyncExternalStore(
    subscribe,
    () => request,
    () => request,
  )
