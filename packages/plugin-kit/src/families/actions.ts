import type { ActionDefinition, RunAction } from '../actions/action.ts'
import type { RunForTestOptions } from '../testing.ts'
import { defineFamily } from './family.ts'
import { runnablePages, runnableShape } from './runnable.ts'

/** Playbook actions: what a step of a playbook does, one folder each. */
export const actionFamily = defineFamily({
  folder: 'plugins/actions',
  definition: {
    name: 'action',
    accepts: (value: unknown): value is ActionDefinition => runnableShape.safeParse(value).success,
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'run.ts',
    name: 'run',
    optional: false,
    accepts: (value: unknown): value is RunAction => typeof value === 'function',
    lazily: (load) => async (spec, context) => (await load())(spec, context),
  },
  suite: async (folder, options: RunForTestOptions) => {
    const { describeActionFamily } = await import('../suite/actions.ts')
    await describeActionFamily(folder, options)
  },
  docs: runnablePages<ActionDefinition>(
    { folder: 'docs/reference/actions', types: 'Playbook actions', does: 'What it does' },
    ({ type, example }) => ({ actions: [{ name: type, [type]: example }] }),
  ),
  generator: {
    kind: 'action',
    templates: 'scripts/templates/action',
    next: ["npx vitest run --project 'unit*' plugins/actions/{{name}} plugin-families"],
  },
})
