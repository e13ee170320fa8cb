import { defineConfig } from 'vitest/config'

/** Unit tests of logic without a document; components are tested in a browser through their stories. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'] },
})
