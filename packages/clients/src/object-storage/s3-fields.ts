import { succeed } from '@binnacle/contract/core'
import {
  account,
  connectionField,
  type ConnectionUse,
  field,
  httpAddress,
  secretText,
  tlsConfig,
  tlsSettings,
  without,
  type RawSpec,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { lendsKeysTo, regionName } from '../aws/keys.ts'

/** Fields for the address and account of an object store. */
export const storeFields = {
  connection: connectionField,
  region: field(
    z
      .string()
      .max(1_024, { abort: true })
      .trim()
      .regex(regionName, 'not the name of a region, such as us-east-1')
      .optional(),
    {
      title: 'Region',
      description: 'Default: us-east-1',
    },
  ),
  endpoint: field(httpAddress.optional(), {
    title: 'Address',
    description: 'Address of a store with the API of Amazon S3. Default: Amazon',
  }),
  accessKey: account('Access key'),
  secretKey: account('Secret key'),
  sessionToken: account('Session token'),
  usePathStyle: field(z.boolean().optional(), {
    title: 'Bucket in the path',
    description: 'Instead of in the host name. Stores whose address is a number always have it there.',
  }),
  skipTLSVerify: field(z.boolean().optional(), { title: 'Accept any certificate' }),
  tlsConfig,
}

/** The settings of a store in a connection, apart from its keys. Fields of the spec override them. */
function settingsOf(written: RawSpec, properties: Readonly<Record<string, string>>): RawSpec {
  const { region, usePathStyle, objectPath } = properties
  const settings = {
    ...(region === undefined || region === '' ? {} : { region }),
    ...(usePathStyle === undefined ? {} : { usePathStyle: usePathStyle === 'true' }),
    ...(objectPath === undefined || objectPath === '' ? {} : { objectPath }),
  }
  return { ...settings, ...written }
}

/**
 * Creates the use of a connection whose user and password are the keys of a store.
 * @param at path of the fields in the spec
 */
export function storeConnection(at: readonly string[]): ConnectionUse {
  return {
    at,
    types: ['s3', 'aws'],
    fill(written, connection) {
      const { url, username, password, insecureTls, properties } = connection
      const own = writtenText(written, 'endpoint') ?? writtenText(written, 'url')
      const rest = settingsOf(without(written, 'connection'), properties)
      const lends = lendsKeysTo(connection, own, rest)
      if (!lends.ok) return lends
      if (!lends.value) return succeed(rest)
      const isComplete = username !== undefined && password !== undefined
      const sessionToken = properties['sessionToken']
      return succeed({
        ...(isComplete ? without(rest, 'accessKey', 'secretKey', 'sessionToken') : rest),
        ...(isComplete ? { accessKey: username, secretKey: password } : {}),
        ...(isComplete && sessionToken !== undefined ? { sessionToken } : {}),
        ...(own === undefined && url !== undefined ? { endpoint: url } : {}),
        ...(insecureTls && rest['skipTLSVerify'] === undefined ? { skipTLSVerify: true } : {}),
      })
    },
  }
}

const fieldsShape = z.strictObject(storeFields)

/** The store of a spec. */
export interface Store {
  region: string
  endpoint: string
  accessKey: string
  secretKey: string
  sessionToken?: string
  pathStyle: boolean
  tls: ReturnType<typeof tlsSettings>
}

/** Reads the store of a spec. `url` is another name of the endpoint. */
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
