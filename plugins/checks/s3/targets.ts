import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'
import { closedPort, startHttpServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** A store; a port without a server; a web server that hangs; one that echoes requests. */
export async function startTargets(): Promise<CheckTargets> {
  const [store, other] = await Promise.all([startStore(), startHttpServer()])
  const there = { bucketName: bucket, objectPath: 'checks/one', ...keys }
  return {
    healthy: { name: 'well', ...there, endpoint: `http://127.0.0.1:${store.port}` },
    unhealthy: { name: 'failing', ...there, endpoint: `http://127.0.0.1:${await closedPort()}` },
    hanging: { name: 'hanging', ...there, endpoint: `http://127.0.0.1:${other.port}/hang` },
    secretive: {
      name: 'secretive',
      ...there,
      sessionToken: 't',
      endpoint: `http://127.0.0.1:${other.port}/echo`,
    },
    stop: async () => {
      await Promise.all([store.stop(), other.stop()])
    },
  }
}
