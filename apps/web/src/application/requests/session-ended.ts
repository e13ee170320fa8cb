const KEY = 'binnacle.session-ended'

/** Records for this tab that the session of a working person ended, so that the sign-in page can say so. */
export function noteSessionEnded(): void {
  try {
    sessionStorage.setItem(KEY, 'true')
  } catch {
    // Without storage, the sign-in page omits the reason.
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

/** Removes the record after a sign-in or sign-out. */
export function forgetSessionEnded(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to forget.
  }
}
