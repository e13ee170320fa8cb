import { makeFolder, type TestServer } from '@binnacle/plugin-kit/servers'
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
