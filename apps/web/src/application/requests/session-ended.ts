const KEY = 'binnacle.session-ended'

/** Remembers for this tab that someone was at work when their session ended, so that the sign-in says why it is shown. */
export function noteSessionEnded(): void {
  try {
    sessionStorage.setItem(KEY, 'true')
  } catch {
    // Without storage the sign-in is shown without its reason.
  }
}

/** Whether the sign-in is shown because a session ended. */
export function hasSessionEnded(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Forgets it: someone is signed in again, or has signed out. */
export function forgetSessionEnded(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to forget.
  }
}
