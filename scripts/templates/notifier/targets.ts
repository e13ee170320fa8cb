import { startRecordingServer } from '@binnacle/plugin-kit/servers'
import type { NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** Real servers for the suite that every notification service passes: one that takes messages, one that does not. */
export async function startTargets(): Promise<NotifierTargets> {
  const server = await startRecordingServer()
  const at = (path: string) => ({
    spec: { color: 'red' },
    connection: connectionValuesOf({
      name: 'test',
      namespace: 'default',
      type: 'http',
      url: `http://127.0.0.1:${server.port}${path}`,
      username: null,
      password: 'given',
      certificate: null,
      insecure_tls: false,
      properties: {},
    }),
  })
  return {
    working: at('/messages'),
    failing: at('/refuse'),
    hanging: at('/hang'),
    arrived: server.received,
    stop: server.stop,
  }
}
