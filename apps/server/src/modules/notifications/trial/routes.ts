import {
  connectionMessage,
  messageTest,
  notificationServices,
  rulePreview,
  ruleTest,
  ruleTestRequest,
  ruleTrial,
} from '@binnacle/contract/notifications'
import { inputJsonSchema } from '@binnacle/plugin-kit/core'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { DraftTests } from '../../../platform/specs/draft-tests.ts'
import { type ExplainDependencies, previewRule } from '../pipeline/decide/explain.ts'
import type { Recipient } from '../pipeline/decide/recipients.ts'
import { countTest } from './count-tests.ts'
import { type DraftDependencies, readDraft } from './draft.ts'
import { testConnectionMessage, type TestDependencies, testRule } from './test-message.ts'

export type TrialDependencies = DraftDependencies &
  ExplainDependencies &
  TestDependencies & { draftTests: Pick<DraftTests, 'preview'> }

const reads = { resource: 'notifications', action: 'read' } as const
const writes = { resource: 'notifications', action: 'write' } as const

/** What people try before they rely on it: rules on past events, and messages to real places. */
export function trialRoutes(dependencies: TrialDependencies): Route[] {
  const { pool, deliver, draftTests, now } = dependencies
  const all = deliver.services.all.map(({ definition: { type, title, connections, schema } }) => ({
    type,
    title,
    connections: [...connections],
    schema: { ...inputJsonSchema(schema) },
  }))

  return [
    defineRoute({
      method: 'GET',
      path: '/notification/services',
      summary: 'Notification services with the JSON Schema of the settings of their messages',
      access: reads,
      answer: notificationServices,
      handle: async () => ({ services: all }),
    }),
    defineRoute({
      method: 'POST',
      path: '/notification/rule/preview',
      summary: 'What a rule would do about an event, step by step, with its message; nothing is sent',
      access: writes,
      work: 'test',
      body: ruleTrial,
      answer: rulePreview,
      async handle({ body: { rule, id, event }, actor }) {
        await draftTests.preview(actor)
        const { rule: draft, problems } = await readDraft(dependencies, rule, id)
        const wanted = event === undefined ? undefined : { ...event, time: new Date(event.time) }
        const { resource: _, ...shown } = await previewRule(dependencies, draft, wanted)
        // A rule that cannot be saved tells nobody.
        if (problems.length === 0) return shown
        return { ...shown, tells: false, counts: { ...shown.counts, told: 0 }, problems }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/notification/rule/test',
      summary:
        'Sends a test of the message of a rule, to the caller by email or to those whom the rule names',
      access: writes,
      work: 'test',
      body: ruleTestRequest,
      answer: ruleTest,
      async handle({ body: { rule, id, event, to }, actor, signal }) {
        const { rule: draft, problems } = await readDraft(dependencies, rule, id)
        const [problem] = problems
        if (to === 'recipients' && problem !== undefined)
          throw new RequestError('EINVALID', `${problem.path}: ${problem.message}`, problems)
        const wanted = event === undefined ? undefined : { ...event, time: new Date(event.time) }
        const { resource, message } = await previewRule(dependencies, draft, wanted)
        const { personId, name, email } = actor
        const own: Recipient = {
          key: `person:${personId}`,
          name,
          via: { kind: 'email', address: email },
          filter: undefined,
          properties: {},
        }
        const recipients = to === 'me' ? [own] : draft.named.recipients
        if (recipients.length === 0)
          throw new RequestError('ECONFLICT', draft.named.problems[0] ?? 'The rule names nobody')
        await inTransaction(pool, (client) =>
          countTest(client, actor, { resource: 'notifications', id: id ?? null, name: draft.name }, now()),
        )
        const written = resource === undefined || message === null ? undefined : { resource, ...message }
        const tested = await testRule(dependencies, draft, recipients, written, actor, signal)
        const [failed] = tested.results.flatMap(({ error }) => error ?? [])
        if (to === 'me' && failed !== undefined)
          throw new RequestError('ECONFLICT', `The message was not sent: ${failed}`)
        return { to: to === 'me' ? email : tested.results.map((result) => result.name).join(', '), ...tested }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/notification/connection/test',
      summary: 'Sends a test message with a connection that may not be stored yet',
      access: { resource: 'connections', action: 'write' },
      work: 'test',
      body: connectionMessage,
      answer: messageTest,
      async handle({ body, actor, signal }) {
        const { id = null, name } = body.connection
        await inTransaction(pool, (client) =>
          countTest(client, actor, { resource: 'connections', id, name }, now()),
        )
        return testConnectionMessage(dependencies, body, actor, signal)
      },
    }),
  ]
}
