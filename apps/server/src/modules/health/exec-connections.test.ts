// Accounts that scripts get, run by the product's own runner of commands.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionValues, fillConnections } from '@binnacle/plugin-kit/core'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'

vi.setConfig({ testTimeout: 90_000 })

const commands = createCommandRunner()
// In a place that scripts see, unlike the folder for temporary files of the machine.
const programs = {
  path: await mkdtemp(
    process.getuid?.() === 0 ? '/var/lib/binnacle-programs-' : join(tmpdir(), 'binnacle-programs-'),
  ),
}
await writeFile(
  join(programs.path, 'az'),
  '#!/bin/sh\nmkdir -p "$AZURE_CONFIG_DIR"; echo "$@" >"$AZURE_CONFIG_DIR/said"\n',
)
await chmod(join(programs.path, 'az'), 0o755)
await chmod(programs.path, 0o755)
afterAll(async () => {
  await commands.close()
  await rm(programs.path, { recursive: true })
})
const exec = (await loadCheckTypes()).get('exec')

/** What a script prints, one line each. */
async function printed(
  script: string,
  connections: Record<string, unknown>,
  more: object = {},
): Promise<string[]> {
  if (exec === undefined) throw new Error('there is no check type exec')
  const spec = { script, connections, ...more }
  const { details, error } = await runForTest(exec.definition, exec.run, spec, {
    commands,
    timeoutMilliseconds: 60_000,
  })
  const stdout = details?.['stdout']
  return error === undefined && typeof stdout === 'string' ? stdout.split('\n') : [error ?? '']
}

const kubeconfig = 'apiVersion: v1\nkind: Config\n'

test('AWS keys are in the variables that its programs read, and the machine is not asked for others', async () => {
  const aws = {
    accessKey: 'AKIA',
    secretKey: { value: 'x' },
    region: 'eu-west-1',
    endpoint: 'http://s3.example',
  }
  expect(await printed('env | grep ^AWS_ | sort', { aws })).toEqual([
    'AWS_ACCESS_KEY_ID=AKIA',
    'AWS_DEFAULT_REGION=eu-west-1',
    'AWS_EC2_METADATA_DISABLED=true',
    'AWS_ENDPOINT_URL=http://s3.example',
    'AWS_REGION=eu-west-1',
    'AWS_SECRET_ACCESS_KEY=x',
  ])
})

test('a kubeconfig and a key of Google are files that only the script can read', async () => {
  const connections = { kubernetes: { kubeconfig }, gcp: { credentials: '{"type":"service_account"}' } }
  const script = `cat "$KUBECONFIG" "$GOOGLE_APPLICATION_CREDENTIALS"; echo
stat -c %a "$KUBECONFIG" "$(dirname "$KUBECONFIG")"; env | grep -c ^BINNACLE_FILE_
[ "$CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE" = "$GOOGLE_APPLICATION_CREDENTIALS" ] && echo same`
  expect(await printed(script, connections)).toEqual([
    'apiVersion: v1',
    'kind: Config',
    '{"type":"service_account"}',
    '600',
    '700',
    '0',
    'same',
  ])
})

test.runIf(process.getuid?.() === 0)('az is signed in where it is there, before the script', async () => {
  const azure = { clientID: 'me', clientSecret: 'a secret', tenantID: 'there' }
  const script = 'cat "$AZURE_CONFIG_DIR/said"; echo "$AZURE_CLIENT_ID"'
  const env = [{ name: 'PATH', value: `${programs.path}:/usr/local/bin:/usr/bin:/bin` }]
  expect(await printed(script, { azure }, { env })).toEqual([
    'login --service-principal --username me --password a secret --tenant there --output none',
    'me',
  ])
})

test('a script that ends badly says so', async () => {
  expect(await printed('exit 3', { aws: {} })).toEqual(['exit code 3, expected 0'])
})

test('a connection gives a script its secrets only where it says that scripts may have them', async () => {
  const fill = (properties: Record<string, string>) => {
    const connection: ConnectionValues = {
      name: 'cloud',
      namespace: 'shop',
      type: 'aws',
      insecureTls: false,
      username: 'AKIA',
      password: 'secret',
      properties,
    }
    const written = { script: 'true', connections: { aws: { connection: 'connection://cloud' } } }
    return fillConnections(exec?.definition.connections ?? [], written, async () => ({
      ok: true,
      value: connection,
    }))
  }
  expect(await fill({ region: 'eu' })).toEqual({
    ok: false,
    failure:
      'connections.aws.connection: the connection shop/cloud does not give its secrets to scripts; set its property "scripts" to true if every author of checks may have them',
  })
  expect(await fill({ region: 'eu', scripts: 'true' })).toMatchObject({
    ok: true,
    value: {
      written: { connections: { aws: { accessKey: 'AKIA', secretKey: 'secret', region: 'eu' } } },
      unseen: ['secret'],
    },
  })
})
