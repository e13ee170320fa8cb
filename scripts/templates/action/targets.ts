import { startRecordingServer } from '@binnacle/plugin-kit/servers'
import type { ActionTargets } from '@binnacle/plugin-kit/suite/actions'

/** Real targets for the suite that every action passes: one that is well, one that is not, one that never answers. */
export async function startTargets(): Promise<ActionTargets> {
  const server = await startRecordingServer()
  const at = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}`, body: 'shop' })
  return {
    working: at('/restart'),
    failing: at('/refuse'),
    hanging: at('/hang'),
    secretive: { ...at('/restart'), token: 'given' },
    arrived: server.received,
    stop: server.stop,
  }
}
