import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** A web server that answers, fails and hangs. */
export async function startTargets(): Promise<CheckTargets> {
  const server = await startHttpServer()
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`
  return {
    healthy: { name: 'well', url: url('/ok') },
    unhealthy: { name: 'failing', url: url('/status?code=500') },
    hanging: { name: 'hanging', url: url('/hang') },
    secretive: {
      name: 'secretive',
      url: url('/echo'),
      method: 'POST',
      username: 'u',
      password: { value: 'p' },
      headers: [{ name: 'X-Token', value: 't' }],
      responseCodes: [500],
    },
    stop: server.stop,
  }
}
