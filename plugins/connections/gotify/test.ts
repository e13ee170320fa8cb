import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { GotifyForm } from './spec.ts'

const version = z.object({ version: z.string() })

/** Requests the version (Gotify API, "GET /version"). An application token allows nothing but sending. */
export const test: TestConnectionForm<GotifyForm> = async ({ url, insecure_tls: skipVerify }, context) => {
  const answer = await askApi({ url: below(url, 'version'), tls: { skipVerify } }, version, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `Gotify ${value.version} answers; the token is not tested`, details })
}
