import * as z from 'zod/mini'
import { RequestFailure } from '../requests/failure.ts'

/** Answers that demand a new sign-in: the second factor is missing, or the last sign-in is too long ago. */
const sessionProblem = z.union([
  z.object({
    error: z.object({ id: z.literal('session_aal2_required') }),
    redirect_browser_to: z.optional(z.string()),
  }),
  z.object({ code: z.enum(['EREAUTHENTICATE', 'ESECONDFACTOR']) }),
])

const FACTOR_PAGE = '/second-factor'

const backTo = (path: string): string => `return_to=${encodeURIComponent(path)}`

/** Whether the person must set up a second factor first. */
function requiresSetUp(body: unknown): boolean {
  const problem = sessionProblem.safeParse(body).data
  if (problem === undefined) return false
  if ('code' in problem) return problem.code === 'ESECONDFACTOR'
  // The identity service returns an absolute URL or a path.
  return URL.parse(problem.redirect_browser_to ?? '', 'http://product')?.pathname === FACTOR_PAGE
}

/**
 * Returns the page to open after a failed request for the session. @param body the answer; it tells a second factor
 * that is not set up from one that was not entered
 */
export function sessionFailureTarget(status: number, returnTo: string, body?: unknown): string | undefined {
  if (status === 401) return `/login?${backTo(returnTo)}`
  if (requiresSetUp(body)) return `${FACTOR_PAGE}?${backTo(returnTo)}`
  if (status === 403 || status === 422) return `/login?aal=aal2&${backTo(returnTo)}`
  return undefined
}

/**
 * Returns the page to open after any failed request: the sign-in page if the session is missing, too old or lacks its
 * second factor.
 */
export function signInTarget(error: unknown, returnTo: string): string | undefined {
  if (!(error instanceof RequestFailure)) return undefined
  if (error.status === 401) return sessionFailureTarget(error.status, returnTo)
  const problem = sessionProblem.safeParse(error.body).data
  if (problem === undefined) return undefined
  return 'code' in problem && problem.code === 'EREAUTHENTICATE'
    ? `/login?refresh=true&${backTo(returnTo)}`
    : sessionFailureTarget(error.status, returnTo, error.body)
}
