import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { connectionFamily } from '@binnacle/plugin-kit/families'
import { afterAll } from 'vitest'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { createFileProcesses, createLocalFiles } from '../../platform/files/index.ts'
import { loadTestsThroughChecks } from './types.ts'

// Every connection type of the product, with what the product gives them to run programs and read files.
const someSpec = createRequire(import.meta.url).resolve('@binnacle/connections/http')
const processes = createFileProcesses()
afterAll(() => processes.close())
await connectionFamily.suite(new URL('../', pathToFileURL(someSpec)), {
  commands: createCommandRunner(),
  tests: await loadTestsThroughChecks(),
  files: createLocalFiles({ folders: [tmpdir()], forbidden: [] }, processes),
})
