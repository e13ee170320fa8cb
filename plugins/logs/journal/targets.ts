import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'
import { makeJournal } from './testing.ts'

/** A journal that the real daemon wrote; a folder without one. */
export async function startTargets(): Promise<LogTargets> {
  const { folder, missing, remove } = await makeJournal()
  return {
    working: { directory: folder },
    failing: { directory: '/nowhere' },
    hanging: { directory: '/nowhere' },
    ...(missing === undefined ? {} : { missing }),
    stop: remove,
  }
}
