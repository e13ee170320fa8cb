import { REQUIRED } from '@binnacle/contract/core'
import { gcsConnection, gcsUse } from '@binnacle/clients/object-storage/gcs-fields'
import { storeConnection, storeFields } from '@binnacle/clients/object-storage/s3-fields'
import { isTemplate } from '@binnacle/plugin-kit/checks'
import { type ConnectionUse, field } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'

const objectPath = field(z.string().trim().min(1).max(1_000).optional(), {
  title: 'Objects',
  description: 'Which objects are states, as a pattern of keys. Default: **/*.tfstate',
  destination: false,
})

const s3 = z
  .strictObject({
    ...storeFields,
    bucket: field(z.string().trim().min(3).max(63).optional(), {
      title: 'Bucket',
      description: 'Default: as in the connection.',
    }),
    objectPath,
  })
  .refine(({ bucket, connection }) => bucket !== undefined || connection !== undefined, {
    path: ['bucket'],
    error: REQUIRED,
  })

const gcs = z
  .strictObject({ ...gcsConnection.shape, objectPath })
  .refine(({ bucket, connection }) => bucket !== undefined || connection !== undefined, {
    path: ['bucket'],
    error: REQUIRED,
  })

const state = z
  .strictObject({
    local: field(z.string().trim().max(2_000).regex(/^\//, 'not an absolute path').optional(), {
      title: 'Local files',
      description: 'Path of a state on this machine, or a pattern such as /srv/terraform/**/*.tfstate.',
    }),
    s3: field(s3.optional(), { title: 'Amazon S3', description: 'Also any store with its API.' }),
    gcs: field(gcs.optional(), { title: 'Google Cloud Storage' }),
  })
  .check((context) => {
    const given = Object.values(context.value).filter((place) => place !== undefined)
    if (given.length !== 1)
      context.issues.push({
        code: 'custom',
        message: 'give one of "local", "s3" and "gcs"',
        input: context.value,
      })
  })

const schema = z.strictObject({
  name: field(z.string().trim().min(1).max(10_000).optional(), {
    title: 'Name',
    description:
      'Name of a module, as a Go template that sees "path", such as {{ filepath.Dir .path }}. Default: the path.',
    destination: false,
  }),
  state: field(state, { title: 'State', description: 'Where the states are.' }),
})

const storeUse = storeConnection(['state', 's3'])

const s3Use: ConnectionUse = {
  ...storeUse,
  fill(written, connection, whole) {
    const filled = storeUse.fill(written, connection, whole)
    const bucket = connection.properties['bucket'] ?? ''
    return filled.ok && bucket !== '' ? { ok: true, value: { bucket, ...filled.value } } : filled
  },
}

export const scraper = defineScraper({
  type: 'terraform',
  title: 'Terraform',
  description: 'States of Terraform and OpenTofu: a module each, related to what it manages.',
  setup:
    'Values that the state marks as sensitive are replaced by a digest before they are stored; that one was changed is still seen.',
  icon: 'terraform',
  schema,
  example: { name: '{{ .path }}', state: { local: '/srv/terraform/**/*.tfstate' } },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
  connections: [s3Use, { ...gcsUse, at: ['state', 'gcs'] }],
  scripts: ({ name }) =>
    name !== undefined && isTemplate(name) ? [{ path: ['name'], language: 'template', source: name }] : [],
})

export type TerraformSpec = ScraperSpecOf<typeof scraper>
