import * as z from 'zod/mini'
import { RequestFailure } from '../requests/failure.ts'

/** What an answer says of the session that asked: its second factor is missing, or it is too long ago. */
const sessionProblem = z.union([
  z.object({
    error: z.object({ id: z.literal('session_aal2_required') }),
    redirect_browser_to: z.optional(z.string()),
  }),
  z.object({ code: z.enum(['EREAUTHENTICATE', 'ESECONDFACTOR']) }),
])

const FACTOR_PAGE = '/second-factor'

const backTo = (path: string): string => `return_to=${encodeURIComponent(path)}`

/** Whether the role of the person requires a second factor that they have yet to set up. */
function requiresSetUp(body: unknown): boolean {
  const problem = sessionProblem.safeParse(body).data
  if (problem === undefined) return false
  if ('code' in problem) return problem.code === 'ESECONDFACTOR'
  // A whole address, or a path of an identity service that gives one.
  return URL.parse(problem.redirect_browser_to ?? '', 'http://product')?.pathname === FACTOR_PAGE
}

/** Where a failed look at the session leads. @param body the answer, which tells a missing set-up from a missing code */
export function sessionFailureTarget(status: number, returnTo: string, body?: unknown): string | undefined {
  if (status === 401) return `/login?${backTo(returnTo)}`
  if (requiresSetUp(body)) return `${FACTOR_PAGE}?${backTo(returnTo)}`
  if (status === 403 || status === 422) return `/login?aal=aal2&${backTo(returnTo)}`
  return undefined
}

/** Where any failed request leads: to the sign-in when the session is gone, lacks its second factor, or is old. */
export function signInTarget(error: unknown, returnTo: string): string | undefined {
  if (!(error instanceof RequestFailure)) return undefined
  if (error.status === 401) return sessionFailureTarget(error.status, returnTo)
  const problem = sessionProblem.safeParse(error.body).data
  if (problem === undefined) return undefined
  return 'code' in problem && problem.code === 'EREAUTHENTICATE'
    ? `/login?refresh=true&${backTo(returnTo)}`
    : sessionFailureTarget(error.status, returnTo, error.body)
}
