import type { FlowError } from './flow.ts'
import { waitText } from './messages.ts'
import { withParameter } from './return-to.ts'

const failure = (status: FlowError['status'], id: string, reason: string): FlowError => ({
  status,
  id,
  reason,
})

/** Errors of the identity service, by the ids of Kratos. Source: specification, document 3, section 8. */
export const failures = {
  csrf: failure(
    403,
    'security_csrf_violation',
    'The form did not come from the page that this browser was shown.',
  ),
  expired: failure(410, 'self_service_flow_expired', 'The form was open for too long.'),
  notFound: failure(404, 'self_service_flow_not_found', 'There is no such form.'),
  returnToForbidden: failure(
    400,
    'self_service_flow_return_to_forbidden',
    'The return_to address is not allowed.',
  ),
  alreadySignedIn: failure(400, 'session_already_available', 'You are signed in already.'),
  noSession: failure(401, 'session_inactive', 'No valid session was found.'),
  identityMismatch: failure(403, 'security_identity_mismatch', 'The form belongs to another account.'),
  registrationClosed: failure(
    400,
    'self_service_flow_disabled',
    'Accounts are created by invitation. Ask an administrator for one.',
  ),
  firstExists: failure(
    400,
    'self_service_flow_disabled',
    'The first account has been created already. Sign in instead.',
  ),
  nobodyYet: failure(
    422,
    'browser_location_change_required',
    'There is no account yet. Create the first one.',
  ),
  unknownInvitation: failure(400, 'invitation_unknown', 'This invitation is not known. Ask for a new one.'),
  expiredInvitation: failure(400, 'invitation_expired', 'This invitation has expired. Ask for a new one.'),
  usedInvitation: failure(
    400,
    'invitation_used',
    'This invitation was used already. Sign in with the account that was made with it.',
  ),
  closedInvitation: failure(
    400,
    'invitation_used',
    'This invitation is no longer open: it was used or withdrawn, or it has expired.',
  ),
  foreignSite: failure(403, 'security_csrf_violation', 'This request came from another site.'),
  tooLarge: failure(413, 'request_too_large', 'What was sent is too large.'),
} as const

/** The person must give the second factor first. @param returnTo path to return to */
export function secondFactorRequired(returnTo: string): FlowError {
  return {
    ...failure(403, 'session_aal2_required', 'This account asks for a second factor.'),
    redirect_browser_to: withParameter('/login?aal=aal2', 'return_to', returnTo),
  }
}

/**
 * The person's role demands a second factor that they have not set up.
 * @param returnTo path to return to
 */
export function secondFactorSetUpRequired(returnTo: string): FlowError {
  return {
    ...failure(403, 'session_aal2_required', 'Your role requires a second factor. Set one up to continue.'),
    redirect_browser_to: withParameter('/second-factor', 'return_to', returnTo),
  }
}

/** Too many flows were created. @param retryAfter seconds to wait */
export function tooManyFlows(retryAfter: number): FlowError {
  return {
    ...failure(
      429,
      'too_many_requests',
      `Too many forms were opened from this network address. Try again in ${waitText(retryAfter)}.`,
    ),
    retryAfter,
  }
}

/** The action is sensitive and the last password was too long ago. @param returnTo path to return to */
export function refreshRequired(returnTo: string): FlowError {
  return {
    ...failure(403, 'session_refresh_required', 'Confirm that it is you before you change this.'),
    redirect_browser_to: withParameter('/login?refresh=true', 'return_to', returnTo),
  }
}
