import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type LinkedAlert, linkedAlert } from '@binnacle/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { FLOW_KEY } from '../../../application/requests/queries.ts'

const addressOf = (token: string) => `/api/notification/acknowledge/${encodeURIComponent(token)}`

/** Milliseconds between looks at an alert that somebody else may acknowledge meanwhile. */
const LOOK_AGAIN = 15_000

/** The alert of a link. Reading it changes nothing. */
export const linkedAlertQuery = (token: string) =>
  queryOptions({
    // No session is needed, so no failure leads to the sign-in.
    queryKey: [FLOW_KEY, 'linked alert', token],
    queryFn: ({ signal }) => request(`${addressOf(token)}/show`, linkedAlert, { method: 'POST', signal }),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data === undefined || state.error !== null ? false : LOOK_AGAIN),
  })

/**
 * Acknowledges the alert of a link. A refusal is a value, since it does not lead to the sign-in here.
 * @param name who acknowledges, where several may have the link
 */
export async function acknowledgeByLink(
  token: string,
  name: string | undefined,
): Promise<Result<LinkedAlert, RequestFailure>> {
  const body = name === undefined ? {} : { body: { name } }
  try {
    return succeed(await request(addressOf(token), linkedAlert, { method: 'POST', ...body }))
  } catch (error) {
    if (error instanceof RequestFailure) return fail(error)
    throw error
  }
}

/** Whether somebody is signed in here. */
export const signedInQuery = queryOptions({
  queryKey: [FLOW_KEY, 'signed in'],
  retry: false,
  queryFn: async ({ signal }) => {
    await request('/kratos/sessions/whoami', z.object({ id: z.string() }), { signal })
    return true
  },
})
