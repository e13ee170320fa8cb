import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { GitlabForm } from './spec.ts'

const user = z.object({ username: z.string() })

/** Requests the owner of the token (GitLab REST API, "Users API"). */
export const test: TestConnectionForm<GitlabForm> = async ({ token, url }, context) => {
  const answer = await askApi(
    { url: below(url ?? 'https://gitlab.com', 'api/v4/user'), headers: { 'private-token': token } },
    user,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `signed in as ${value.username}`, details })
}
