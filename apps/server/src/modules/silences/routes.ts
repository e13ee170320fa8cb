import { namedSource, UI_SOURCE } from '@binnacle/contract/core'
import { silenceDraft, silenceForm, silencePreview } from '@binnacle/contract/notifications'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { DraftTests } from '../../platform/specs/draft-tests.ts'
import type { createSilencePreview } from './preview.ts'
import { createSilence } from './verbs/create.ts'

export interface SilenceRouteDependencies {
  pool: Pool
  clock: Clock
  preview: ReturnType<typeof createSilencePreview>
  draftTests: Pick<DraftTests, 'preview'>
}

/** Roles with write on database have this right too. Source: decision 34, RBAC-034, RBAC-035. */
const write = { resource: 'notifications', action: 'write' } as const

/** Everything that silences answer. They are listed, changed and deleted through the data service. */
export function silenceRoutes({ pool, clock, preview, draftTests }: SilenceRouteDependencies): Route[] {
  const create = (path: string, summary: string) =>
    defineRoute({
      method: 'POST',
      path,
      summary,
      access: write,
      body: z.looseObject({ source: z.string().nullish() }).transform((body, context) => {
        // Clients send null for what they leave out.
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
        const parsed = silenceForm.safeParse(given)
        if (parsed.success) return { form: parsed.data, source: body.source }
        for (const issue of parsed.error.issues)
          context.issues.push({ code: 'custom', path: issue.path, message: issue.message, input: body })
        return z.NEVER
      }),
      answer: z.object({}),
      handle: async ({ body: { form, source = UI_SOURCE }, actor }) => {
        await inTransaction(pool, (client) =>
          createSilence(client, form, actor, { source: namedSource(source), now: clock.now() }),
        )
        return {}
      },
    })
  return [
    create(
      '/notification/silence',
      'Creates a silence or a maintenance window; times are ISO 8601 or date math such as now+1h',
    ),
    // The path of the specification.
    create('/silence', 'Creates a silence, as /notification/silence does'),
    defineRoute({
      method: 'POST',
      path: '/notification/silence/preview',
      summary:
        'What a silence would cover now, and how many messages of the last day it would have suppressed',
      access: { resource: 'notifications', action: 'read' },
      work: 'test',
      body: silenceDraft,
      answer: silencePreview,
      handle: async ({ body, actor, signal }) => {
        await draftTests.preview(actor)
        const result = await preview(body, signal)
        if ('preview' in result) return result.preview
        const [first] = result.problems
        throw new RequestError('EINVALID', first?.message ?? 'The silence is not valid', result.problems)
      },
    }),
  ]
}
