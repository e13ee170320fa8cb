import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'

/** The parts of an address, with their escapes undone. */
interface AddressParts {
  user: string
  password: string
  host: string
  port: string
  path: readonly string[]
  query: Readonly<Record<string, string>>
}

const parts =
  /^[a-z+]+:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>[^:/?#]*)(?::(?<port>\d{1,5}))?(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/i

/** Where the parts of an address belong in a connection. */
interface Form {
  type: string
  values(parts: AddressParts): Partial<Pick<ConnectionValues, 'username' | 'password' | 'properties'>>
}

const server = ({ host, port }: AddressParts): Record<string, string> => ({
  host,
  ...(port === '' ? {} : { port }),
})

/** Forms by scheme. Source: reference, backend behavior, section 2.5. */
const forms: Readonly<Record<string, Form>> = {
  discord: { type: 'discord', values: ({ user, host }) => ({ password: user, username: host }) },
  gotify: {
    type: 'gotify',
    values: (parts) => ({ password: parts.path.at(-1) ?? '', properties: server(parts) }),
  },
  ifttt: { type: 'ifttt', values: ({ host }) => ({ username: host }) },
  mattermost: {
    type: 'mattermost',
    values: (parts) => ({
      username: parts.user,
      password: parts.path[0] ?? '',
      properties: { ...server(parts), channel: parts.path[1] ?? '' },
    }),
  },
  matrix: {
    type: 'matrix',
    values: (parts) => ({ username: parts.user, password: parts.password, properties: server(parts) }),
  },
  ntfy: {
    type: 'ntfy',
    values: (parts) => ({
      username: parts.user,
      password: parts.password,
      properties: { ...server(parts), topic: parts.path[0] ?? '' },
    }),
  },
  opsgenie: {
    type: 'opsgenie',
    values: (parts) => ({ password: parts.path[0] ?? '', properties: server(parts) }),
  },
  pushbullet: {
    type: 'pushbullet',
    values: ({ host, path }) => ({ password: host, properties: { targets: path.join(',') } }),
  },
  pushover: { type: 'pushover', values: ({ password, host }) => ({ password, username: host }) },
  rocketchat: {
    type: 'rocketchat',
    values: (parts) => ({
      username: parts.path[0] ?? '',
      password: parts.path[1] ?? '',
      properties: { ...server(parts), user: parts.user, channel: parts.path[2] ?? '' },
    }),
  },
  slack: { type: 'slack', values: ({ user, host }) => ({ password: user, username: host }) },
  smtp: {
    type: 'email',
    values: (parts) => {
      const { fromaddress: from = '', fromname: fromName = '', toaddresses: to = '' } = parts.query
      const { user: username, password } = parts
      return { username, password, properties: { ...server(parts), from, fromName, to } }
    },
  },
  telegram: {
    type: 'telegram',
    values: ({ user, password, query }) => ({
      password: password === '' ? user : `${user}:${password}`,
      username: query['chats'] ?? query['channels'] ?? '',
    }),
  },
  zulip: {
    type: 'zulip_chat',
    values: (parts) => ({ username: parts.user, password: parts.password, properties: server(parts) }),
  },
}

/** Parameters of the address of a generic webhook that are settings, and not part of the address. */
const webhookSettings: ReadonlyMap<string, string> = new Map([
  ['contenttype', 'contentType'],
  ['messagekey', 'key'],
  ['method', 'requestMethod'],
  ['template', 'template'],
  ['titlekey', 'titleKey'],
])

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not an escape: people write percent signs in passwords.
    return text
  }
}

const common = (name: string, type: string) => ({ name, namespace: '', type, insecureTls: false })

function webhookOf(text: string): Result<ConnectionValues, string> {
  const url = URL.parse(text)
  if (url === null) return fail('the address of the webhook is not valid')
  const properties: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(url.search)) {
    const setting = webhookSettings.get(key.toLowerCase())
    if (setting === undefined) continue
    properties[setting] = value
    url.searchParams.delete(key)
  }
  return succeed({ ...common('webhook', 'generic_webhook'), url: url.href, properties })
}

/**
 * The connection that an address in the form of Shoutrrr describes, such as `slack://TOKEN@CHANNEL`. Parameters of its
 * query become properties.
 * @returns why the address cannot be used; without the address, which may hold a secret
 */
export function connectionOfUrl(text: string): Result<ConnectionValues, string> {
  const [, scheme = ''] = /^([a-z][a-z+]*):\/\//i.exec(text) ?? []
  const name = scheme.toLowerCase()
  if (name === 'http' || name === 'https') return webhookOf(text)
  if (name === 'generic' || name.startsWith('generic+'))
    return webhookOf(
      text.replace(/^generic(?:\+(https?))?:/i, (_, inner: string | undefined) => `${inner ?? 'https'}:`),
    )
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (form === undefined)
    return fail(
      `addresses of messages cannot begin with ${name === '' ? 'that' : `${name}://`}; use a connection`,
    )
  // The parser of URLs writes hosts in lower case, but here they are also tokens and channels.
  const { groups } = parts.exec(text) ?? {}
  if (groups === undefined) return fail(`the ${name} address is not valid`)
  const query: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(groups['query'] ?? '')) query[key.toLowerCase()] = value
  const { properties = {}, ...values } = form.values({
    user: decode(groups['user'] ?? ''),
    password: decode(groups['password'] ?? ''),
    host: decode(groups['host'] ?? ''),
    port: groups['port'] ?? '',
    path: (groups['path'] ?? '').split('/').filter(Boolean).map(decode),
    query,
  })
  return succeed({ ...common(name, form.type), ...values, properties: { ...query, ...properties } })
}
