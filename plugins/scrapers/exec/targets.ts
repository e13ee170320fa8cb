import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** Scripts that print a list, fail, and never end. */
export async function startTargets(): Promise<ScraperTargets> {
  return {
    working: { script: `echo '[{"id": 1}, {"id": 2}]'` },
    failing: { script: 'echo broken >&2; exit 3' },
    hanging: { script: 'sleep 60 & sleep 60' },
    secretive: {
      script: 'echo "[\\"$TOKEN\\"]"; echo "$TOKEN" >&2',
      env: [{ name: 'TOKEN', value: 'x', secret: true }],
    },
    stop: async () => {},
  }
}
