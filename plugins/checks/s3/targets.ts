import { closedPort, makeFolder, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'
import S3rver from '@20minutes/s3rver'

/** The keys of the server, which verifies signatures. */
export const keys = { accessKey: 'S3RVER', secretKey: { value: 'S3RVER' } }
export const bucket = 'backups'

/** Starts an object store on loopback with one bucket. */
export async function startStore(): Promise<TestServer> {
  const folder = await makeFolder()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    port,
    stop: async () => {
      await server.close()
      await folder.remove()
    },
  }
}

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
