import { namesValue } from '@binnacle/contract/schema'
import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, secretText, secretValue } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

/** Guessing a token of this length takes more requests than a server answers in years. */
const SHORTEST_TOKEN = 16

const token = secretValue({
  title: 'Token',
  description: `At least ${SHORTEST_TOKEN} characters. Senders show it in the header Webhook-Token or as ?token=.`,
}).check((context) => {
  const text = secretText(context.value) ?? ''
  if (namesValue(text) || text.length >= SHORTEST_TOKEN) return
  const message = `a token needs at least ${SHORTEST_TOKEN} characters`
  context.issues.push({ code: 'custom', message, input: context.value })
})

const schema = z.strictObject({
  ...commonCheckFields,
  name: field(commonCheckFields.name, {
    title: 'Name',
    description:
      'Senders use it in the address: POST /api/canary/webhook/NAME. Webhooks of one name are told apart by their tokens.',
    destination: false,
  }),
  token,
})

export const check = defineCheck({
  type: 'webhook',
  title: 'Webhook',
  description: 'Takes results that other systems send by HTTP.',
  icon: 'webhook',
  category: 'monitoring',
  schema,
  example: {
    name: 'nightly-backup',
    token: 'take-a-long-random-text',
    test: { expr: 'results.json.status == "done"' },
  },
  timeoutMilliseconds: 10_000,
  concurrency: 100,
  receives: { field: 'token', shortest: SHORTEST_TOKEN },
  endpoint: (spec) => `/api/canary/webhook/${encodeURIComponent(spec.name)}`,
})

export type WebhookSpec = SpecOf<typeof check>
