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

/** Path of the product's sign-in page, which returns to the given path afterwards. */
function signIn(parameters: Readonly<Record<string, string>>, returnTo: string | undefined): string {
  const search = new URLSearchParams(parameters)
  if (returnTo !== undefined) search.set('return_to', returnTo)
  return search.size === 0 ? '/login' : `/login?${search}`
}

/**
 * Chooses the reaction to a failed flow request, by error id and HTTP status.
 * @param returnTo path to open after an additional sign-in; for flows of people who are signed in
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

/** Text to show when a flow cannot be loaded. */
export function flowFailureText(failure: unknown): string {
  return reactionTo(failure).message ?? failureTexts.other
}

/**
 * Whether the service rejected the request itself, for example because an invitation was used. Trying again does not
 * help.
 */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestFailure && failure.status === 400
}
