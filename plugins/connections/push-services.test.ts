import { createEgress } from '@binnacle/egress'
import { connectionFamily } from '@binnacle/plugin-kit/families'
import { startServiceServer } from '@binnacle/plugin-kit/servers'
import { testConnectionForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'

const plugins = await connectionFamily.load(new URL('./', import.meta.url))

/** Services with one address in the world, which leads to the server of the test. */
const atVendor = new Set(['twilio', 'discord', 'pushover', 'pushbullet'])

/** Tests a connection against a server that answers a path as its documentation says. */
async function open(
  type: string,
  form: (url: string) => Record<string, unknown>,
  path: string,
  json: unknown,
  status = 200,
) {
  const plugin = plugins.get(type)
  if (plugin?.run === undefined) throw new Error(`connections of the type ${type} cannot be tested`)
  const server = await startServiceServer((call) =>
    call.path === path ? { status, json } : { status: 404, json: { error: 'not found' } },
  )
  const outcome = await testConnectionForTest(plugin.definition, plugin.run, form(server.url), {
    egress: atVendor.has(type) ? server.egress : createEgress({ deny: new Set() }),
  })
  await server.stop()
  return { ...outcome, call: server.calls[0] }
}

// https://gotify.net/api-docs#/version/getVersion
test('Gotify: its version', async () => {
  const form = (url: string) => ({ url: `${url}/gotify/`, token: 't' })
  const answer = { version: '2.6.3', commit: 'x', buildDate: '2025-04-27' }
  expect(await open('gotify', form, '/gotify/version', answer)).toMatchObject({
    message: 'Gotify 2.6.3 answers; the token is not tested',
  })
  expect(await open('gotify', form, '/elsewhere', answer)).toMatchObject({ state: 'unhealthy' })
})

// https://github.com/Finb/bark-server/blob/master/docs/API_V2.md#ping
test('Bark: a ping', async () => {
  const form = (url: string) => ({ url, device_key: 'k' })
  const pong = { code: 200, message: 'pong', timestamp: 1795406706 }
  expect(await open('bark', form, '/ping', pong)).toMatchObject({ state: 'healthy' })
  expect(await open('bark', form, '/ping', { code: 500, message: 'x' })).toMatchObject({ state: 'unhealthy' })
})

// https://bbernhard.github.io/signal-cli-rest-api/#/Accounts/get_v1_accounts
test('Signal: whether the number is registered', async () => {
  const form = (url: string) => ({ url, number: '+431212131491291', recipients: '+4354546464654' })
  expect(await open('signal', form, '/v1/accounts', ['+431212131491291'])).toMatchObject({
    state: 'healthy',
  })
  expect(await open('signal', form, '/v1/accounts', [])).toMatchObject({ state: 'unhealthy' })
})

// https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource
test('Twilio: the account', async () => {
  const form = () => ({ account_sid: 'AC1', api_key: 'SK1', auth_token: 'secret', from: '+15557122661' })
  const answer = { sid: 'AC1', friendly_name: 'friendly_name', status: 'active', type: 'Full' }
  const path = '/2010-04-01/Accounts/AC1.json'
  const active = await open('twilio', form, path, answer)
  expect(active).toMatchObject({ message: 'signed in to the account friendly_name' })
  expect(active.call).toMatchObject({
    host: 'api.twilio.com',
    headers: { authorization: `Basic ${Buffer.from('SK1:secret').toString('base64')}` },
  })
  expect(await open('twilio', form, path, { ...answer, status: 'suspended' })).toMatchObject({
    state: 'unhealthy',
  })
  const refused = await open('twilio', form, path, { code: 20003, message: 'Authenticate' }, 401)
  expect(refused.error).toContain('Authenticate')
})

// https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml
test('Alertmanager: its version', async () => {
  const form = (url: string) => ({ url })
  const answer = { cluster: { status: 'ready' }, versionInfo: { version: '0.28.1' }, uptime: 'x' }
  expect(await open('alertmanager', form, '/api/v2/status', answer)).toMatchObject({
    message: 'Alertmanager 0.28.1 answers',
  })
  expect(await open('alertmanager', form, '/api/v2/status', {})).toMatchObject({ state: 'unhealthy' })
})

// https://discord.com/developers/docs/resources/webhook#get-webhook-with-token
test('Discord: the webhook', async () => {
  const form = () => ({ webhook_id: '223704706495545344', token: '3d89bb7572e0fb30d8128367b3b1b44fecd1726' })
  const path = '/api/v10/webhooks/223704706495545344/3d89bb7572e0fb30d8128367b3b1b44fecd1726'
  const webhook = { name: 'test webhook', type: 1, channel_id: '199737254929760256' }
  expect(await open('discord', form, path, webhook)).toMatchObject({
    message: 'the webhook is test webhook',
    call: { host: 'discord.com', method: 'GET' },
  })
  const refused = await open('discord', form, path, { message: 'Unknown Webhook', code: 10_015 }, 404)
  expect(refused).toMatchObject({ state: 'unhealthy', error: expect.stringContaining('Unknown Webhook') })
})

// https://docs.ntfy.sh/subscribe/api/#authentication
test('ntfy: whether the topic is open to the user', async () => {
  const form = (url: string) => ({
    host: url.replace('http://', ''),
    topic: 'ops',
    password: 'tk_1',
    insecure_tls: true,
  })
  expect(await open('ntfy', form, '/ops/auth', { success: true })).toMatchObject({
    state: 'healthy',
    call: { method: 'GET', headers: { authorization: 'Bearer tk_1' } },
  })
  const refused = { code: 40_301, http: 403, error: 'forbidden' }
  expect(await open('ntfy', form, '/ops/auth', refused, 403)).toMatchObject({ state: 'unhealthy' })
})

// https://pushover.net/api#validate
test('Pushover: token and user', async () => {
  const form = () => ({ user: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG', token: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi' })
  const path = '/1/users/validate.json'
  expect(await open('pushover', form, path, { status: 1, devices: ['droid4', 'mac'] })).toMatchObject({
    message: 'reaches droid4, mac',
  })
  const refused = { user: 'invalid', errors: ['user identifier is not valid'], status: 0 }
  expect(await open('pushover', form, path, refused, 400)).toMatchObject({ state: 'unhealthy' })
})

// https://docs.pushbullet.com/#get-user
test('Pushbullet: the owner of the token', async () => {
  const form = () => ({ token: 'o.abc', targets: 'ada@example.com' })
  const owner = { iden: 'ujpah72o0', name: 'Elon Musk', email: 'elon@teslamotors.com' }
  expect(await open('pushbullet', form, '/v2/users/me', owner)).toMatchObject({
    message: 'signed in as Elon Musk',
    call: { host: 'api.pushbullet.com', headers: { 'access-token': 'o.abc' } },
  })
})

// https://zulip.com/api/get-own-user
test('Zulip: the bot', async () => {
  const form = (url: string) => ({ host: url, bot_mail: 'bot@zulip.example', bot_key: 'key' })
  const path = '/api/v1/users/me'
  const bot = { result: 'success', email: 'bot@zulip.example', full_name: 'Alerts' }
  expect(await open('zulip_chat', form, path, bot)).toMatchObject({ message: 'signed in as Alerts' })
  const refused = { result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' }
  expect((await open('zulip_chat', form, path, refused, 401)).error).toContain('Invalid API key')
})

// https://spec.matrix.org/v1.16/client-server-api/#get_matrixclientv3accountwhoami
test('Matrix: the owner of a token; of a password only that the server answers', async () => {
  const form = (password: string) => (url: string) => ({ host: url, user: 'joe', password })
  const path = '/_matrix/client/v3/account/whoami'
  const joe = { device_id: 'ABC1234', user_id: '@joe:example.org' }
  expect(await open('matrix', form('syt_1'), path, joe)).toMatchObject({
    message: 'signed in as @joe:example.org',
    call: { headers: { authorization: 'Bearer syt_1' } },
  })
  const refused = { errcode: 'M_UNKNOWN_TOKEN', error: 'Unrecognised access token.' }
  expect(await open('matrix', form('syt_1'), path, refused, 401)).toMatchObject({ state: 'unhealthy' })
  const versions = { versions: ['v1.1', 'v1.16'] }
  const server = await open('matrix', form('secret'), '/_matrix/client/versions', versions)
  expect(server.message).toBe('Matrix v1.16 answers; the password is not tested')
  expect(JSON.stringify(server.call)).not.toContain('secret')
})

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
test.each([
  ['no_text', 'healthy'],
  ['invalid_payload', 'healthy'],
  ['no_service', 'unhealthy'],
  ['invalid_token', 'unhealthy'],
])('a webhook of Slack that says %s to an empty message is %s', async (text, state) => {
  const plugin = plugins.get('slackwebhook')
  if (plugin?.run === undefined) throw new Error('cannot be tested')
  const server = await startServiceServer(() => ({ status: 400, text }))
  const form = { url: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX' }
  const outcome = await testConnectionForTest(plugin.definition, plugin.run, form, { egress: server.egress })
  await server.stop()
  expect(outcome).toMatchObject({ state })
  expect(server.calls[0]).toMatchObject({ host: 'hooks.slack.com', body: '{}' })
})
