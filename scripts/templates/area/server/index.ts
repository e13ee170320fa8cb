import { defineConsumer } from '../../platform/events/index.ts'
import type { OpenModule } from '../../platform/module.ts'
import { closeForgotten{{Types}} } from './jobs.ts'
import { own{{Types}}, reads } from './rights.ts'
import { {{name}}Routes } from './routes.ts'

/** {{Title}}: a list that people add to and close. */
export const open{{Types}}: OpenModule = ({ pool, events, log, clock }) => ({
  name: '{{names}}',
  routes: {{name}}Routes({ pool, events, log, clock }),
  data: { {{names}}: { resource: reads.resource, rows: own{{Types}} } },
  topics: {
    {{names}}: {
      access: reads,
      rows: { rule: own{{Types}}, table: { schema: 'core', name: '{{names}}', key: 'id' }, follows: [] },
    },
  },
  jobs: [closeForgotten{{Types}}({ pool, events })],
  consumers: [
    defineConsumer({
      event: '{{name}}.closed',
      name: 'log it',
      lane: 'events',
      run: async ({ payload }) => log.debug(payload, 'a {{words}} was closed'),
    }),
  ],
})
