import type { Egress } from '@binnacle/egress'
import type { CommandRunner, FileAccess } from '@binnacle/plugin-kit/core'
import type { ScriptEngine } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { SpecSources } from '../../../platform/specs/complete.ts'
import type { Turns } from '../../../platform/turns.ts'
import type { Mask } from '../extract/masking.ts'

/** What runs of scrapers need of the product, with a database or without one. */
export interface ScrapeDependencies {
  egress: Egress
  commands: CommandRunner
  files: FileAccess
  scripts: ScriptEngine
  tasks: TaskPool
  clock: Clock
  log: Log
  userAgent: string
  /** Where connections and references are resolved. */
  sources: SpecSources
  mask: Mask
  turns: Turns
}
