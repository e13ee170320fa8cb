import { tmpdir } from 'node:os'
import { actionFamily, logFamily, notifierFamily, scraperFamily } from '@binnacle/plugin-kit/families'
import { afterAll } from 'vitest'
import { createCommandRunner } from './platform/commands/index.ts'
import { createFileProcesses, createLocalFiles } from './platform/files/index.ts'

// Families that no module uses yet, with what the product gives their types to run programs and read files.
const processes = createFileProcesses()
afterAll(() => processes.close())
const options = {
  commands: createCommandRunner(),
  files: createLocalFiles({ folders: [tmpdir()], forbidden: [] }, processes),
}
const root = new URL('../../../', import.meta.url)
for (const family of [scraperFamily, logFamily, notifierFamily, actionFamily])
  await family.suite(new URL(`${family.folder}/`, root), options)
