import { execFile } from 'node:child_process'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Whether `ping` is installed and may send packets. */
function canPing(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ping', ['-c', '1', '-W', '1', '127.0.0.1'], { timeout: 5_000 }, (error) =>
      resolve(error === null),
    )
  })
}

/** The machine itself; a missing name; more packets than can be sent before the timeout. */
export async function startTargets(): Promise<CheckTargets> {
  return {
    healthy: { name: 'well', endpoint: '127.0.0.1', packetCount: 1 },
    unhealthy: { name: 'failing', endpoint: 'no-such-name.invalid', packetCount: 1 },
    hanging: { name: 'hanging', endpoint: '127.0.0.1', packetCount: 20 },
    ...((await canPing()) ? {} : { missing: 'ping is missing here or may not send packets' }),
    stop: async () => {},
  }
}
