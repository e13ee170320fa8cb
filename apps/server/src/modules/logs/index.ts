import { flagsInForce } from '../../platform/access/flags.ts'
import { partOf } from '../../platform/access/gate.ts'
import { defineKind } from '../../platform/kind.ts'
import { ownLog } from '../../platform/log-memory.ts'
import type { OpenModule } from '../../platform/module.ts'
import { createSpecWriter } from '../../platform/specs/writer.ts'
import { createTurns } from '../../platform/turns.ts'
import { connectionsInUse } from '../connections/index.ts'
import { logBackendRoutes } from './backends/routes.ts'
import { createLogBackendTests } from './backends/test.ts'
import { createLogBackendVerbs } from './backends/verbs.ts'
import { keepBuiltinLogBackend } from './builtin.ts'
import { componentLogs } from './ports.ts'
import { createReadersVerb } from './readers/change.ts'
import { openToReaders } from './readers/rule.ts'
import { createLogBackends } from './search/backends.ts'
import { createFailingBackends } from './search/failing.ts'
import { createComponentLogs } from './search/of-components.ts'
import { createPlaceFinder } from './search/place.ts'
import { logRoutes } from './search/routes.ts'
import { selfType } from './self/index.ts'
import { createLogBackendParser } from './spec/backend.ts'
import { loadLogTypes } from './spec/log-types.ts'

export { type ComponentLogs, componentLogs } from './ports.ts'

/** Log lines, where they are: searched, followed and downloaded through log backends. */
export const openLogs: OpenModule = async (platform) => {
  const { pool, secrets, clock, references, works } = platform
  const parser = createLogBackendParser(await loadLogTypes([selfType(ownLog)]), platform.tasks)
  const dependencies = {
    ...platform,
    sources: { connections: connectionsInUse.of(platform), references },
    turns: createTurns(),
    failing: createFailingBackends(platform.log),
  }
  const verbs = createLogBackendVerbs({ pool, parser, secrets, clock, log: platform.log })
  if (works) await keepBuiltinLogBackend({ pool, parser, secrets })
  const stored = createLogBackends(dependencies, parser)
  const findPlace = createPlaceFinder(dependencies, stored)
  const flags = flagsInForce.of(platform)
  componentLogs.offer(
    platform,
    createComponentLogs(dependencies, stored, () => flags.disabled('logs')),
  )
  return {
    name: 'logs',
    routes: [
      ...partOf('logs', logRoutes(dependencies, findPlace)),
      ...partOf(
        'settings.logging_backends',
        logBackendRoutes({
          backends: verbs,
          parser,
          test: createLogBackendTests(dependencies, verbs, platform.draftTests),
          changeReaders: createReadersVerb({ pool, parser, secrets }),
        }),
      ),
    ],
    kinds: [
      defineKind({
        name: 'logging_backends',
        resource: 'logging_backends',
        feature: 'settings.logging_backends',
        rows: {
          rule: openToReaders,
          table: { schema: 'core', name: 'logging_backends', key: 'id' },
          follows: ['teams', 'people'],
        },
        relations: {
          logging_backends: { writes: createSpecWriter(verbs) },
          logging_backends_with_status: {},
        },
        // Heard on the page of logs too, so its own feature does not close it.
        topic: { feature: undefined },
      }),
    ],
  }
}
