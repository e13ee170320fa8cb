import { z } from 'zod'
import type { NotifierDefinition, RunNotifier } from '../notifiers/notifier.ts'
import type { RunForTestOptions } from '../testing.ts'
import { defineFamily } from './family.ts'
import { runnablePages, runnableShape } from './runnable.ts'

const definitionShape = runnableShape.extend({
  connections: z.array(z.string()).min(1),
  body: z.enum(['markdown', 'html', 'text']),
  takesKey: z.boolean(),
  recovery: z.enum(['message', 'thread', 'update']),
})

/** Notification services: who takes messages, one folder each. A spec is the settings of a message. */
export const notifierFamily = defineFamily({
  folder: 'plugins/notifiers',
  definition: {
    name: 'notifier',
    accepts: (value: unknown): value is NotifierDefinition => definitionShape.safeParse(value).success,
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'run.ts',
    name: 'run',
    optional: false,
    accepts: (value: unknown): value is RunNotifier => typeof value === 'function',
    lazily: (load) => async (spec, message, context) => (await load())(spec, message, context),
  },
  suite: async (folder, options: RunForTestOptions) => {
    const { describeNotifierFamily } = await import('../suite/notifiers.ts')
    await describeNotifierFamily(folder, options)
  },
  docs: runnablePages<NotifierDefinition>(
    { folder: 'docs/reference/notifiers', types: 'Notification services', does: 'What takes messages' },
    ({ connections: [connection], example }) => ({
      connection: `connection://${connection}/default/mine`,
      properties: example,
    }),
  ),
  generator: {
    kind: 'notifier',
    templates: 'scripts/templates/notifier',
    next: ["npx vitest run --project 'unit*' plugins/notifiers/{{name}} plugin-families"],
  },
})
