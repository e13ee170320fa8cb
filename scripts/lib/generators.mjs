import { inProject } from './paths.mjs'

const vitest = inProject('node_modules', 'vitest', 'vitest.mjs')
const integration = (file) => ({
  make: [vitest, 'run', '--project', 'integration', file, '--update'],
})

/**
 * What is generated, in the order in which it is made. `check` says whether it is up to date without a database; of what
 * needs one, the integration test that makes it says so.
 */
export const generators = [
  { name: 'types of tables', ...integration('apps/server/src/platform/database/tables.integration.test.ts') },
  {
    name: 'types of the data service',
    ...integration('apps/server/src/platform/data/schema-types.integration.test.ts'),
  },
  {
    name: 'documentation',
    make: [inProject('scripts', 'generate-docs.ts')],
    check: [inProject('scripts', 'generate-docs.ts'), '--check'],
  },
]
