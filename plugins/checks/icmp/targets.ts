import { execFile } from 'node:child_process'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Whether `ping` is here and may send. */
export function canPing(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ping', ['-c', '1', '-W', '1', '127.0.0.1'], { timeout: 5_000 }, (error) =>
      resolve(error === null),
    )
  })
}

/** The machine itself, a name that does not exist, and more packets than are sent before a run is stopped. */
export async function startTargets(): Promise<CheckTargets> {
  return {
    healthy: { name: 'well', endpoint: '127.0.0.1', packetCount: 1 },
    unhealthy: { name: 'failing', endpoint: 'no-such-name.invalid', packetCount: 1 },
    hanging: { name: 'hanging', endpoint: '127.0.0.1', packetCount: 20 },
    ...((await canPing()) ? {} : { missing: 'ping is missing here or may not send packets' }),
    stop: async () => {},
  }
}
