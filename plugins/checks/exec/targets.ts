import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Scripts that succeed, fail, and never end. */
export async function startTargets(): Promise<CheckTargets> {
  return {
    healthy: { name: 'well', script: 'echo fine' },
    unhealthy: { name: 'failing', script: 'echo broken >&2; exit 3' },
    hanging: { name: 'hanging', script: 'sleep 60 & sleep 60' },
    secretive: {
      name: 'secretive',
      script: 'echo "$TOKEN"; echo "$TOKEN" >&2; exit 1',
      env: [{ name: 'TOKEN', value: 'x' }],
    },
    stop: async () => {},
  }
}
