import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { AzureDevopsForm } from './spec.ts'

const projects = z.object({ count: z.number() })

/** Lists a project of the organization (Azure DevOps REST API, "Projects - List"). */
export const test: TestConnectionForm<AzureDevopsForm> = async ({ organization, token, url }, context) => {
  const path = below(url ?? 'https://dev.azure.com', `${encodeURIComponent(organization)}/_apis/projects`)
  const answer = await askApi(
    { url: `${path}?api-version=7.1&$top=1`, credentials: { username: '', password: token } },
    projects,
    context,
  )
  return answer.ok
    ? healthy({ message: 'the token can list projects', details: answer.value.details })
    : answer.failure
}
