import { personalServices } from '@binnacle/contract/on-call'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const specOf = (service: string) =>
  readFile(new URL(`../../../../../../plugins/notifiers/${service}/spec.ts`, import.meta.url), 'utf8')

test('every setting that leads a message to a person is one of the service', async () => {
  const settings = [
    ...Object.entries(personalServices).flatMap(([service, setting]) =>
      setting === undefined ? [] : [[service, setting.property] as const],
    ),
    ['twilio_sms', 'to'] as const,
    ['twilio_voice', 'to'] as const,
  ]
  for (const [service, property] of settings)
    expect(await specOf(service)).toMatch(new RegExp(String.raw`^ {2}${property}: `, 'm'))
})
