import { defineConfig } from 'vitest/config'

const everywhere = ['apps', 'packages', 'plugins', 'scripts'].map((folder) => `${folder}/**/*.test.ts`)
const integration = ['apps', 'packages', 'plugins'].map((folder) => `${folder}/**/*.integration.test.ts`)
const never = ['**/node_modules/**', 'scripts/templates/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: everywhere,
          exclude: [...never, ...integration],
          // A test that needs longer waits for something that does not come.
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          exclude: never,
          globalSetup: ['apps/server/src/testing/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
