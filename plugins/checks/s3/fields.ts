import { field, httpAddress, secretText, secretValue, tlsConfig, tlsSettings } from '@binnacle/plugin-kit'
import { z } from 'zod'

/** Fields that say where an object store is and as whom it is asked. */
export const storeFields = {
  region: field(z.string().trim().min(1).max(100).optional(), {
    title: 'Region',
    description: 'us-east-1 without it.',
  }),
  endpoint: field(httpAddress.optional(), {
    title: 'Address',
    description: 'Of a store that speaks like Amazon S3; that of Amazon without it.',
  }),
  accessKey: field(secretValue({ title: 'Access key' }).optional(), { title: 'Access key' }),
  secretKey: field(secretValue({ title: 'Secret key' }).optional(), { title: 'Secret key' }),
  sessionToken: field(secretValue({ title: 'Session token' }).optional(), { title: 'Session token' }),
  usePathStyle: field(z.boolean().optional(), {
    title: 'Bucket in the path',
    description: 'Instead of in the host name. Stores whose address is a number always have it there.',
  }),
  skipTLSVerify: field(z.boolean().optional(), { title: 'Accept any certificate' }),
  tlsConfig,
}

const fieldsShape = z.strictObject(storeFields)

/** What the fields say, ready to be used. */
export interface Store {
  region: string
  endpoint: string
  accessKey: string
  secretKey: string
  sessionToken?: string
  pathStyle: boolean
  tls: ReturnType<typeof tlsSettings>
}

/** Reads the fields; `url` is another name of the endpoint. */
export function storeOf(spec: z.infer<typeof fieldsShape> & { url?: string | undefined }): Store {
  const region = spec.region ?? 'us-east-1'
  const sessionToken = secretText(spec.sessionToken)
  return {
    region,
    endpoint: spec.endpoint ?? spec.url ?? `https://s3.${region}.amazonaws.com`,
    accessKey: secretText(spec.accessKey) ?? '',
    secretKey: secretText(spec.secretKey) ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
    pathStyle: spec.usePathStyle ?? false,
    tls: tlsSettings({
      ...(spec.skipTLSVerify === undefined ? {} : { insecureSkipVerify: spec.skipTLSVerify }),
      ...spec.tlsConfig,
    }),
  }
}
