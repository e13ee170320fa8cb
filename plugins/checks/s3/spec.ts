import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, httpAddress } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { storeConnection, storeFields, storeOf } from '@binnacle/clients/object-storage/s3-fields'

const schema = z.strictObject({
  ...commonCheckFields,
  bucketName: field(z.string().trim().min(1).max(255), { title: 'Bucket' }),
  objectPath: field(
    z.string().min(1).max(1_024).regex(/^[^/]/, 'the key of an object does not begin with /'),
    {
      title: 'Object',
      description: 'Key of the object that each run overwrites and reads back.',
      destination: false,
    },
  ),
  ...storeFields,
  url: field(httpAddress.optional(), {
    title: 'URL',
    description: 'Another name for "endpoint".',
    group: 'advanced',
  }),
})

export const check = defineCheck({
  type: 's3',
  title: 'S3',
  description: 'Lists a bucket, writes an object and reads it back.',
  icon: 'archive',
  category: 'storage',
  editor: 'code',
  schema,
  example: {
    name: 'backup store',
    bucketName: 'backups',
    objectPath: 'checks/binnacle',
    endpoint: 'http://127.0.0.1:9000',
    usePathStyle: true,
    accessKey: { value: 'the access key' },
    secretKey: { value: 'the secret key' },
  },
  timeoutMilliseconds: 30_000,
  concurrency: 50,
  connections: [storeConnection([])],
  endpoint: (spec) =>
    spec.connection === undefined || spec.endpoint !== undefined
      ? `${storeOf(spec).endpoint.replace(/\/$/, '')}/${spec.bucketName}`
      : `${spec.connection}/${spec.bucketName}`,
  target: (spec) => URL.parse(storeOf(spec).endpoint)?.host,
})

export type S3Spec = SpecOf<typeof check>
