import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { GithubForm } from './spec.ts'

const user = z.object({ login: z.string() })

/** Requests the owner of the token (GitHub REST API, "Get the authenticated user"). */
export const test: TestConnectionForm<GithubForm> = async ({ token, url }, context) => {
  const answer = await askApi(
    {
      url: below(url ?? 'https://api.github.com', 'user'),
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    },
    user,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `signed in as ${value.login}`, details })
}
