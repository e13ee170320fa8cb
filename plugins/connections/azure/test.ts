import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { z } from 'zod'
import type { AzureForm } from './spec.ts'

const token = z.object({ access_token: z.string().min(1) })

/** Requests a token for Microsoft Graph (Microsoft identity platform, "client credentials flow"). */
export const test: TestConnectionForm<AzureForm> = async (form, context) => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: form.client_id,
    client_secret: form.client_secret,
    scope: 'https://graph.microsoft.com/.default',
  })
  const answer = await askApi(
    {
      url: `https://login.microsoftonline.com/${encodeURIComponent(form.tenant)}/oauth2/v2.0/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    },
    token,
    context,
  )
  return answer.ok
    ? healthy({ message: 'got a token for Microsoft Graph', details: answer.value.details })
    : answer.failure
}
