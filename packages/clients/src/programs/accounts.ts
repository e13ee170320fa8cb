import { fail, succeed } from '@binnacle/contract/core'
import {
  account,
  connectionField,
  type ConnectionUse,
  type ConnectionValues,
  field,
  httpAddress,
  secretText,
  type SecretValue,
  without,
  type RawSpec,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const region = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,40}$/, 'not the name of a region, such as us-east-1')

/** Accounts of clouds and clusters, in the form that command line programs expect. */
export const connections = z.strictObject({
  aws: field(
    z
      .strictObject({
        connection: connectionField,
        accessKey: account('Access key'),
        secretKey: account('Secret key'),
        sessionToken: account('Session token'),
        region: field(region.optional(), { title: 'Region', destination: false }),
        endpoint: field(httpAddress.optional(), { title: 'Endpoint' }),
      })
      .optional(),
    {
      title: 'AWS',
      description: 'Gives the script AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and the like.',
    },
  ),
  gcp: field(
    z
      .strictObject({ connection: connectionField, credentials: account('Key of a service account (JSON)') })
      .optional(),
    {
      title: 'Google Cloud',
      description: 'Gives the script a file, named by GOOGLE_APPLICATION_CREDENTIALS. gcloud uses it too.',
    },
  ),
  azure: field(
    z
      .strictObject({
        connection: connectionField,
        clientID: account('Client ID'),
        clientSecret: account('Client secret'),
        tenantID: field(z.string().trim().max(253).optional(), { title: 'Tenant ID' }),
      })
      .optional(),
    {
      title: 'Azure',
      description:
        'Gives the script AZURE_CLIENT_ID, AZURE_CLIENT_SECRET and AZURE_TENANT_ID, and signs az in where it is installed.',
    },
  ),
  kubernetes: field(
    z.strictObject({ connection: connectionField, kubeconfig: account('Kubeconfig') }).optional(),
    { title: 'Kubernetes', description: 'Gives the script a kubeconfig, named by KUBECONFIG.' },
  ),
})

/** The property with which the owner of a connection lets scripts use its secrets. */
const ALLOWS_SCRIPTS = 'scripts'

/**
 * Creates a use of a connection whose values a script gets. The script's author could send them anywhere, so the
 * connection must allow it.
 * @param valuesOf fields that the connection sets; undefined ones keep the value of the check
 */
function scriptConnection(
  key: string,
  types: readonly string[],
  valuesOf: (connection: ConnectionValues) => Readonly<Record<string, string | undefined>>,
): ConnectionUse {
  return {
    at: ['connections', key],
    types,
    fill(written: RawSpec, connection) {
      const { namespace, name, properties } = connection
      if (properties[ALLOWS_SCRIPTS] !== 'true')
        return fail(
          `the connection ${namespace}/${name} does not give its secrets to scripts; set its property "${ALLOWS_SCRIPTS}" to true if every author of checks may have them`,
        )
      const values = Object.fromEntries(
        Object.entries(valuesOf(connection)).filter(([, value]) => value !== undefined && value !== ''),
      )
      return succeed({ ...without(written, 'connection'), ...values })
    },
  }
}

/** The connections that an exec check can name for its script. */
export const scriptConnections: readonly ConnectionUse[] = [
  scriptConnection('aws', ['aws', 's3'], ({ username, password, url, properties }) => ({
    accessKey: username,
    secretKey: password,
    endpoint: url,
    sessionToken: properties['sessionToken'],
    region: properties['region'],
  })),
  scriptConnection('gcp', ['google_cloud', 'gcs'], ({ certificate, password }) => ({
    credentials: certificate ?? password,
  })),
  scriptConnection('azure', ['azure'], ({ username, password, properties }) => ({
    clientID: username,
    clientSecret: password,
    tenantID: properties['tenant'] ?? properties['tenantID'],
  })),
  scriptConnection('kubernetes', ['kubernetes'], ({ certificate, password }) => ({
    kubeconfig: certificate ?? password,
  })),
]

/** The environment that a script gets from its connections. */
export interface ScriptAccess {
  variables: Readonly<Record<string, string>>
  /** Contents of files, by the variable with the path of each. */
  files: Readonly<Record<string, string>>
}

type Connections = z.output<typeof connections>

function present(values: Readonly<Record<string, SecretValue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = secretText(value)
      return text === undefined || text === '' ? [] : [[name, text]]
    }),
  )
}

/** Builds the variables and files in which command line programs look for their accounts. */
export function accessOf({ aws, gcp, azure, kubernetes }: Connections = {}): ScriptAccess {
  return {
    variables: {
      ...(aws === undefined
        ? {}
        : {
            // Without valid keys, programs would ask the machine's metadata service.
            AWS_EC2_METADATA_DISABLED: 'true',
            ...present({
              AWS_ACCESS_KEY_ID: aws.accessKey,
              AWS_SECRET_ACCESS_KEY: aws.secretKey,
              AWS_SESSION_TOKEN: aws.sessionToken,
              AWS_REGION: aws.region,
              AWS_DEFAULT_REGION: aws.region,
              AWS_ENDPOINT_URL: aws.endpoint,
            }),
          }),
      ...present({
        AZURE_CLIENT_ID: azure?.clientID,
        AZURE_CLIENT_SECRET: azure?.clientSecret,
        AZURE_TENANT_ID: azure?.tenantID,
      }),
    },
    files: present({
      GOOGLE_APPLICATION_CREDENTIALS: gcp?.credentials,
      KUBECONFIG: kubernetes?.kubeconfig,
    }),
  }
}
