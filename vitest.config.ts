import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const testsIn = (folders: readonly string[], ending = 'test.ts') =>
  folders.map((folder) => `${folder}/**/*.${ending}`)

const integration = testsIn(['apps', 'packages', 'plugins'], 'integration.test.ts')
/** Tests that measure processor time, which costs more beside others. */
const alone = ['apps/server/src/hostile*.integration.test.ts']
/** Code that starts no program, server or thread and keeps nothing: its test files share processes. */
const pure = testsIn(['packages/{contract,data-api,health-rules,identity,plugin-kit,query,ui}', 'apps/web'])
/** Tests that talk to servers, most of them real ones that they start; `npm run verify` leaves them out. */
const withServers = [
  ...testsIn(['plugins', 'packages/clients']),
  'apps/server/src/modules/connections/tests-through-checks.test.ts',
  'apps/server/src/modules/health/{check-types,git-checks}.test.ts',
  'apps/server/src/scraper-types.test.ts',
]
/** What takes longest: it begins first, as what begins last is waited for alone. */
const long = /(?:commands\/[\w-]+|refused-bodies|gates|launcher)\.integration\.test\.ts$/
const never = ['**/node_modules/**', 'scripts/templates/**', '**/dist/**']

const cores = Math.max(2, availableParallelism())
/** Tests that wait for servers and databases half of their time: two more than there are cores keep these busy. */
const mostlyWaiting = { maxWorkers: cores + 2 }

// Far more than any takes, beside other work too: one that needs longer waits for something that does not come.
const patient = { testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
const withDatabase = {
  globalSetup: ['apps/server/src/testing/postgres.ts'],
  setupFiles: ['apps/server/src/testing/each-file.ts'],
  ...patient,
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

/** Vitest's own order is by the times of its last run, which a fresh machine does not have. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = (file: TestSpecification) => long.test(file.moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // By default it is one less than there are cores, which leaves half of a small machine idle.
    maxWorkers: cores,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: testsIn(['apps', 'packages', 'scripts']),
          exclude: [...never, ...integration, ...pure, ...withServers],
          ...patient,
        },
      },
      {
        test: {
          name: 'unit-servers',
          include: withServers,
          exclude: [...never, ...integration],
          ...patient,
          ...mostlyWaiting,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'unit-shared',
          include: pure,
          exclude: [...never, ...integration],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'integration',
          // Files of a process share its modules: measured with 20 files, 131 s of processor time, not 188. What a file starts
          // ends with it (testing/clean-up.ts).
          isolate: false,
          include: integration,
          exclude: [...never, ...alone],
          ...withDatabase,
          ...mostlyWaiting,
        },
      },
      {
        test: {
          name: 'integration-alone',
          include: alone,
          exclude: never,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...withDatabase,
        },
      },
    ],
  },
})
