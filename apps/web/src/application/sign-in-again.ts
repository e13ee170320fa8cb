import * as z from 'zod/mini'
import { RequestFailure } from './failure.ts'

/** What an answer says of the session that asked: its second factor is missing, or it is too long ago. */
const sessionProblem = z.union([
  z.object({ error: z.object({ id: z.literal('session_aal2_required') }) }),
  z.object({ code: z.literal('EREAUTHENTICATE') }),
])

const backTo = (path: string): string => `return_to=${encodeURIComponent(path)}`

/** Where a failed look at the session leads. */
export function sessionFailureTarget(status: number, returnTo: string): string | undefined {
  if (status === 401) return `/login?${backTo(returnTo)}`
  if (status === 403 || status === 422) return `/login?aal=aal2&${backTo(returnTo)}`
  return undefined
}

/** Where any failed request leads: to the sign-in when the session is gone, lacks its second factor, or is old. */
export function signInTarget(error: unknown, returnTo: string): string | undefined {
  if (!(error instanceof RequestFailure)) return undefined
  if (error.status === 401) return sessionFailureTarget(error.status, returnTo)
  const problem = sessionProblem.safeParse(error.body).data
  if (problem === undefined) return undefined
  return 'code' in problem
    ? `/login?refresh=true&${backTo(returnTo)}`
    : sessionFailureTarget(error.status, returnTo)
}
