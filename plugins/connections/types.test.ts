import { storedConnection } from '@binnacle/contract/connections'
import { propertiesOf } from '@binnacle/contract/schema'
import { inputJsonSchema } from '@binnacle/plugin-kit/core'
import { connectionFamily } from '@binnacle/plugin-kit/families'
import { describe, expect, test } from 'vitest'

const plugins = await connectionFamily.load(new URL('./', import.meta.url))

function definitionOf(type: string) {
  const plugin = plugins.get(type)
  if (plugin === undefined) throw new Error(`there is no connection type ${type}`)
  return plugin.definition
}

/** Title of a type, labels of the fields that only this type has and that are not folded away, and their defaults. */
function formOf(type: string): [title: string, labels: string[], defaults: Record<string, unknown>] {
  const { title, schema } = definitionOf(type)
  const fields = propertiesOf(inputJsonSchema(schema)).filter(
    ([key, { group }]) => !['name', 'namespace'].includes(key) && group !== 'advanced',
  )
  const named = fields.filter(([, node]) => node['default'] !== undefined && node['default'] !== false)
  return [
    title,
    fields.map(([, node]) => String(node['title'])),
    Object.fromEntries(named.map(([, node]) => [String(node['title']), node['default']])),
  ]
}

/** What is stored of a form. */
function stored(type: string, form: Record<string, unknown>) {
  return storedConnection(inputJsonSchema(definitionOf(type).schema), type, { name: 'x', ...form })
}

const server = ['URL', 'Username', 'Password', 'Insecure TLS']
const amazon = ['Region', 'Profile', 'Access Key', 'Secret Key', 'Insecure TLS']

describe('the form of', () => {
  test('Postgres [CON-013]', () => expect(formOf('postgres')).toEqual(['Postgres', server, {}]))
  test('MySQL [CON-014]', () => expect(formOf('mysql')).toEqual(['MySQL', server, {}]))
  test('SQL Server [CON-015]', () => expect(formOf('sql_server')).toEqual(['SQL Server', server, {}]))
  test('HTTP [CON-016]', () => expect(formOf('http')).toEqual(['HTTP', server, {}]))
  test('Prometheus [CON-017]', () => expect(formOf('prometheus')).toEqual(['Prometheus', server, {}]))
  test('Elasticsearch [CON-018]', () =>
    expect(formOf('elasticsearch')).toEqual(['Elasticsearch', server, {}]))
  test('Mongo [CON-019]', () => expect(formOf('mongo')).toEqual(['Mongo', server, {}]))
  test('LDAP [CON-020]', () => expect(formOf('ldap')).toEqual(['LDAP', server, {}]))
  test('Redis [CON-021]', () =>
    expect(formOf('redis')).toEqual(['Redis', [...server, 'Database'], { Database: 0 }]))
  test('Windows [CON-022]', () =>
    expect(formOf('windows')).toEqual(['Windows', ['Username', 'Password', 'Domain'], {}]))
  test('Google Cloud [CON-023]', () =>
    expect(formOf('google_cloud')).toEqual(['Google Cloud', ['Endpoint', 'Certificate'], {}]))
  test('Google Cloud Storage [CON-024]', () =>
    expect(formOf('gcs')).toEqual(['Google Cloud Storage', ['Endpoint', 'Bucket', 'Certificate'], {}]))
  test('SFTP [CON-025]', () =>
    expect(formOf('sftp')).toEqual(['SFTP', ['Host', 'Username', 'Password', 'Port'], { Port: 22 }]))
  test('AWS [CON-026]', () => expect(formOf('aws')).toEqual(['AWS', amazon, {}]))
  test('AWS S3 [CON-027]', () => expect(formOf('s3')).toEqual(['AWS S3', [...amazon, 'Bucket'], {}]))
  test('Kubernetes [CON-028]', () =>
    expect(formOf('kubernetes')).toEqual(['Kubernetes', ['Certificate'], {}]))
  test('Azure DevOps [CON-029]', () =>
    expect(formOf('azure_devops')).toEqual(['Azure DevOps', ['Organization', 'Personal Access Token'], {}]))
  test('Azure [CON-030]', () =>
    expect(formOf('azure')).toEqual(['Azure', ['Client ID', 'Client Secret', 'Tenant ID'], {}]))
  test('GitHub [CON-031]', () => expect(formOf('github')).toEqual(['GitHub', ['Personal Access Token'], {}]))
  test('GitLab [CON-032]', () => expect(formOf('gitlab')).toEqual(['GitLab', ['Personal Access Token'], {}]))
  test('Restic [CON-033]', () =>
    expect(formOf('restic')).toEqual([
      'Restic',
      ['Password', 'Repository URL', 'AWS Connection Name', 'Access Key', 'Secret Key'],
      {},
    ]))
  test('SMB [CON-034]', () =>
    expect(formOf('smb')).toEqual([
      'SMB',
      ['Server', 'Port', 'Share', 'Username', 'Password'],
      { Port: 445 },
    ]))
  test('Dynatrace [CON-035]', () =>
    expect(formOf('dynatrace')).toEqual(['Dynatrace', ['Host', 'API Key', 'Scheme'], { Scheme: 'https' }]))
  test('JMeter, which is hidden [CON-036]', () => {
    expect(definitionOf('jmeter')).toMatchObject({ title: 'JMeter', hidden: true })
    const hidden = [...plugins.values()].filter(({ definition }) => definition.hidden === true)
    expect(hidden.map(({ definition }) => definition.type)).toEqual(['jmeter', 'slackwebhook', 'webhook'])
  })
  test('Discord [CON-037]', () => expect(formOf('discord')).toEqual(['Discord', ['Webhook ID', 'Token'], {}]))
  test('Email [CON-038]', () => {
    const [title, labels, defaults] = formOf('email')
    expect([title, ...labels]).toEqual([
      'Email',
      'Host',
      'Port',
      'Username',
      'Password',
      'From Address',
      'From Name',
      'Encryption method',
      'SMTP authentication method',
      'Insecure TLS',
    ])
    expect(defaults).toEqual({
      Port: 587,
      'Encryption method': 'Auto',
      'SMTP authentication method': 'Unknown',
    })
    const nodes = Object.fromEntries(propertiesOf(inputJsonSchema(definitionOf('email').schema)))
    expect(nodes['encryption']?.['enum']).toEqual(['None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'])
    expect(nodes['auth']?.['enum']).toEqual(['None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'])
  })
  test('Google Chat [CON-039]', () =>
    expect(formOf('google_chat')).toEqual(['Google Chat', ['Key', 'Token', 'Webhook Name'], {}]))
  test('IFTTT [CON-040]', () => expect(formOf('ifttt')).toEqual(['IFTTT', ['Webhook ID'], {}]))
  test('Mattermost [CON-041]', () =>
    expect(formOf('mattermost')).toEqual(['Mattermost', ['Username', 'Host', 'Token', 'Channel'], {}]))
  test('Matrix [CON-042]', () =>
    expect(formOf('matrix')).toEqual(['Matrix', ['User', 'Password', 'Host', 'Insecure TLS'], {}]))
  test('Ntfy [CON-043]', () =>
    expect(formOf('ntfy')).toEqual([
      'Ntfy',
      ['Username', 'Password', 'Host', 'Topic', 'Insecure TLS'],
      { Host: 'ntfy.sh' },
    ]))
  test('OpsGenie [CON-044]', () =>
    expect(formOf('opsgenie')).toEqual([
      'OpsGenie',
      ['Host', 'Port', 'API Key'],
      { Host: 'api.opsgenie.com', Port: 443 },
    ]))
  test('Pushbullet [CON-045]', () =>
    expect(formOf('pushbullet')).toEqual(['Pushbullet', ['Token', 'Targets'], {}]))
  test('Pushover [CON-046]', () => expect(formOf('pushover')).toEqual(['Pushover', ['User', 'Token'], {}]))
  test('Rocketchat [CON-047]', () =>
    expect(formOf('rocketchat').slice(0, 2)).toEqual([
      'Rocketchat',
      ['User', 'Host', 'Port', 'Token A', 'Token B', 'Channel'],
    ]))
  test('Slack [CON-048]', () =>
    expect(formOf('slack')).toEqual(['Slack', ['Channel', 'Bot Token', 'Bot Name'], {}]))
  test('Teams [CON-049]', () =>
    expect(formOf('teams')).toEqual([
      'Teams',
      ['Group', 'Tenant', 'AltID', 'GroupOwner', 'Host'],
      { Host: 'outlook.office.com' },
    ]))
  test('Telegram [CON-050]', () => expect(formOf('telegram')).toEqual(['Telegram', ['Token', 'Chats'], {}]))
  test('Zulip [CON-051]', () =>
    expect(formOf('zulip_chat')).toEqual(['Zulip', ['Bot Mail', 'Bot Key', 'Host'], {}]))
  test('Generic Webhook [CON-052]', () => {
    const [title, labels, defaults] = formOf('generic_webhook')
    expect([title, ...labels]).toEqual([
      'Generic Webhook',
      'URL',
      'Content Type',
      'Request Method',
      'Message Key',
      'Title Key',
      'Insecure TLS',
    ])
    expect(defaults).toEqual({
      'Content Type': 'application/json',
      'Request Method': 'POST',
      'Message Key': 'message',
      'Title Key': 'title',
    })
  })
  test('Folder [CON-053]', () => expect(formOf('folder')).toEqual(['Folder', ['Path'], {}]))
  test('Git [CON-054]', () =>
    expect(formOf('git')).toEqual([
      'Git',
      ['URL', 'Authentication', 'Username', 'Password', 'SSH Key', 'Ref'],
      { Authentication: 'None', Ref: 'main' },
    ]))
})

describe('what is stored of a form [CON-009]', () => {
  test('every field in its place, all properties as texts', () => {
    expect(stored('sftp', { host: 'files.example.com', username: 'me', password: 'p', port: 2222 })).toEqual({
      type: 'sftp',
      name: 'x',
      namespace: 'default',
      url: 'files.example.com',
      username: 'me',
      password: 'p',
      certificate: null,
      insecure_tls: false,
      properties: { port: '2222' },
    })
    expect(stored('zulip_chat', { bot_mail: 'b@x', bot_key: 'k', host: 'chat.example.com' })).toMatchObject({
      username: 'b@x',
      password: 'k',
      properties: { host: 'chat.example.com' },
    })
  })

  test('a value that is kept elsewhere as its reference [CON-008]', () => {
    const kept = (key: string) => ({ valueFrom: { [key]: { name: 'shop', key: 'password' } } })
    expect(stored('postgres', { url: 'u', password: kept('secretKeyRef') }).password).toBe(
      'secret://shop/password',
    )
    expect(stored('postgres', { url: 'u', password: kept('configMapKeyRef') }).password).toBe(
      'configmap://shop/password',
    )
  })

  test('of two ways to sign in only the chosen one', () => {
    const form = { url: 'https://x', username: 'me', password: 'p', ssh_key: 'key', ref: 'main' }
    expect(stored('git', { ...form, auth: 'Basic' })).toMatchObject({ username: 'me', certificate: null })
    expect(stored('git', { ...form, auth: 'SSH Key' })).toMatchObject({ password: null, certificate: 'key' })
  })
})
