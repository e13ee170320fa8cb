import { defineConsumer } from '../../platform/events/index.ts'
import { defineKind } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { closeForgotten{{Types}} } from './jobs.ts'
import { own{{Types}}, reads } from './rights.ts'
import { {{name}}Routes } from './routes.ts'

/** A {{words}}: something that people add to a list, and close. */
const kind = defineKind({
  name: '{{table}}',
  resource: reads.resource,
  rows: { rule: own{{Types}}, table: { schema: 'core', name: '{{table}}', key: 'id' }, follows: [] },
  relations: { {{table}}: {} },
})

/** Opens the area. */
export const open{{Types}}: OpenModule = ({ pool, events, log, clock }) => ({
  name: '{{path}}',
  kinds: [kind],
  routes: {{name}}Routes({ pool, events, log, clock }),
  jobs: [closeForgotten{{Types}}({ pool, events })],
  consumers: [
    defineConsumer({
      event: '{{entity}}.closed',
      name: 'log it',
      lane: 'events',
      run: async ({ payload }) => log.debug(payload, 'a {{words}} was closed'),
    }),
  ],
})
