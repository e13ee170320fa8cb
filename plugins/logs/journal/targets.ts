import { spawnSync } from 'node:child_process'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'

/** Why the journal of this machine cannot be read; undefined if it has entries. */
export function missingJournal(): string | undefined {
  const ran = spawnSync('journalctl', ['--output=json', '--lines=1', '--quiet'], { encoding: 'utf8' })
  if (ran.error !== undefined) return 'the program journalctl is not on this machine'
  return ran.stdout.trim() === '' ? 'the journal of this machine has no entries' : undefined
}

/** The journal of the machine; a folder without one. */
export async function startTargets(): Promise<LogTargets> {
  const missing = missingJournal()
  return {
    working: {},
    failing: { directory: '/nowhere' },
    hanging: { directory: '/nowhere' },
    ...(missing === undefined ? {} : { missing }),
    stop: async () => {},
  }
}
