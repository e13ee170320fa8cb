import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { secretText, tlsSettings } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { fetchJson } from '@binnacle/clients/http/fetch'
import { AZURE_DEVOPS, type AzureDevopsSpec } from './spec.ts'

const VERSION = '7.1'
/** Pages of a list. More are those of a server that repeats itself. */
const MOST_PAGES = 200

// The fields that are read of the answers (Azure DevOps' REST reference: Core projects, Pipelines, Runs).
export const project = z.object({ id: z.string(), name: z.string() })
export const pipeline = z.looseObject({
  id: z.number(),
  name: z.string(),
  folder: z.string().optional(),
  revision: z.number().optional(),
})
export const pipelineRun = z.looseObject({
  id: z.number(),
  name: z.string(),
  state: z.string(),
  result: z.string().optional(),
  createdDate: z.string(),
  finishedDate: z.string().optional(),
  templateParameters: z.record(z.string(), z.unknown()).optional(),
  _links: z.object({ web: z.object({ href: z.string() }).optional() }).optional(),
})

/** Lists of one organization. */
export interface Api {
  /** All values of a list. @returns why they cannot be read */
  list<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
  ): Promise<Result<readonly z.output<Shape>[], string>>
}

/** @param path of a name in an address */
export const part = encodeURIComponent

export function openApi(spec: AzureDevopsSpec, context: ScrapeContext): Api {
  const base = `${trimEndOf(spec.url ?? AZURE_DEVOPS, '/')}/${part(spec.organization ?? '')}`
  const token = secretText(spec.personalAccessToken)
  return {
    async list(path, shape) {
      const page = z.object({ value: z.array(shape) })
      const found: z.output<typeof shape>[] = []
      let next: string | undefined
      for (let count = 0; count === 0 || next !== undefined; count += 1) {
        if (count === MOST_PAGES) return fail(`there are more than ${MOST_PAGES} pages`)
        const query = new URLSearchParams({
          'api-version': VERSION,
          ...(next === undefined ? {} : { continuationToken: next }),
        })
        const answered = await fetchJson(
          {
            url: `${base}/${path}?${query.toString()}`,
            tls: tlsSettings(spec.tlsConfig),
            // A sign-in on another server would follow.
            maxRedirects: 0,
            headers: token === undefined ? {} : basicAuthorization({ password: token }),
          },
          context,
        )
        if (!answered.ok) return fail(answered.failure.message)
        const { json, answer } = answered.value
        const parsed = page.safeParse(json)
        if (!parsed.success) {
          const [issue] = parsed.error.issues
          return fail(
            `the answer is not as Azure DevOps documents it: ${issue?.path.join('.')}: ${issue?.message}`,
          )
        }
        found.push(...parsed.data.value)
        const following = answer.headers['x-ms-continuationtoken']
        if (following !== undefined && following === next) return fail('the pages lead in a circle')
        next = following === '' ? undefined : following
      }
      return succeed(found)
    },
  }
}
