import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { describeCheckFamily } from '@binnacle/plugin-kit/suite'
import { createCommandRunner } from '../../platform/commands/index.ts'

// Every check type of the product, with the runner of commands that the product gives them.
const someSpec = createRequire(import.meta.url).resolve('@binnacle/checks/http')
await describeCheckFamily(new URL('../', pathToFileURL(someSpec)), { commands: createCommandRunner() })
