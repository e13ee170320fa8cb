import * as z from 'zod/mini'
import { failureTexts, RequestFailure } from '../../application/requests/failure.ts'

/** What to do when the identity service refuses a form. */
export type FlowReaction =
  | { do: 'go'; to: string; message?: string }
  | { do: 'restart'; message?: string }
  | { do: 'show'; message: string }

const body = z.object({
  error: z.object({
    id: z.optional(z.string()),
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
  redirect_browser_to: z.optional(z.string()),
})

/** Our own sign-in, which leads back afterwards. */
function signIn(parameters: Readonly<Record<string, string>>, returnTo: string | undefined): string {
  const search = new URLSearchParams(parameters)
  if (returnTo !== undefined) search.set('return_to', returnTo)
  return search.size === 0 ? '/login' : `/login?${search}`
}

/**
 * Decides what follows from a failure of a form, by its id and status.
 * Source: specification, document 3 section 8.
 * @param returnTo where a sign-in in between leads back to, for forms of people who are signed in
 */
export function reactionTo(failure: unknown, returnTo?: string): FlowReaction {
  if (!(failure instanceof RequestFailure)) return { do: 'show', message: String(failure) }
  const parsed = body.safeParse(failure.body).data
  const target = parsed?.redirect_browser_to
  switch (parsed?.error.id) {
    case 'session_aal2_required':
      return { do: 'go', to: target ?? signIn({ aal: 'aal2' }, returnTo) }
    case 'session_already_available':
      return { do: 'go', to: '/' }
    case 'session_refresh_required':
      return { do: 'go', to: target ?? signIn({ refresh: 'true' }, returnTo) }
    case 'self_service_flow_return_to_forbidden':
      return { do: 'restart', message: 'The return_to address is not allowed.' }
    case 'self_service_flow_expired':
      return { do: 'restart', message: 'Your interaction expired, please fill out the form again.' }
    case 'security_csrf_violation':
      return { do: 'restart', message: 'A security violation was detected, please fill out the form again.' }
    case 'security_identity_mismatch':
      return { do: 'restart' }
    case 'browser_location_change_required':
      return { do: 'go', to: target ?? '/' }
    case 'session_inactive':
      return { do: 'go', to: signIn({}, returnTo) }
    default:
      if (failure.status === 410) return { do: 'restart' }
      return { do: 'show', message: parsed?.error.reason ?? parsed?.error.message ?? failure.message }
  }
}

/** The words for a form that cannot be had. */
export function flowFailureText(failure: unknown): string {
  return reactionTo(failure).message ?? failureTexts.other
}

/** Whether a form is refused for what was asked, such as an invitation that was used: trying again is no use. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestFailure && failure.status === 400
}
