import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { TwilioForm } from './spec.ts'

const account = z.object({ friendly_name: z.string(), status: z.string() })

/** Requests the account (Twilio API, "Fetch an Account"). Sends nothing and calls nobody. */
export const test: TestConnectionForm<TwilioForm> = async (form, context) => {
  const { account_sid: sid, api_key: key, auth_token: password } = form
  const answer = await askApi(
    {
      url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(sid)}.json`,
      credentials: { username: key ?? sid, password },
    },
    account,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return value.status === 'active'
    ? healthy({ message: `signed in to the account ${value.friendly_name}`, details })
    : unhealthy(`the account ${value.friendly_name} is ${value.status}`, { details })
}
