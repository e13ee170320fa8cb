import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { AlertmanagerForm } from './spec.ts'

const state = z.object({ versionInfo: z.object({ version: z.string() }) })

/** Requests the status (Alertmanager API v2, "GET /status"). */
export const test: TestConnectionForm<AlertmanagerForm> = async (form, context) => {
  const { url, username, password, insecure_tls: skipVerify } = form
  const answer = await askApi(
    {
      url: below(url, 'api/v2/status'),
      credentials: {
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
      tls: { skipVerify },
    },
    state,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `Alertmanager ${value.versionInfo.version} answers`, details })
}
