import { ScriptFailure } from '../failure.ts'
import { isRecord, own, recordOf } from '../values.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

/** Parts as RFC 3986, appendix B, finds them. Not those of browsers, which drop ports and mend what is wrong. */
const pattern = /^(?:([a-z][\w+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is

/** Characters that a URL needs escaped. */
const forbidden = /[\s\p{Cc}"<>\\^`{|}]|%(?![\da-f]{2})/iu

/** Fields are named as those of Go's type URL, which templates of others use. */
interface Url {
  Scheme: string
  User: string
  Host: string
  Hostname: string
  Port: string
  Path: string
  RawQuery: string
  Fragment: string
  Redacted: string
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function urlIn(value: string): Url | undefined {
  const parts = forbidden.test(value) ? null : pattern.exec(value)
  if (parts === null || value === '') return undefined
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = parts
  const at = authority.lastIndexOf('@')
  const [user = '', password] = authority.slice(0, Math.max(0, at)).split(/:(.*)/s)
  const host = authority.slice(at + 1)
  const address = /^(\[[\da-f:.%]*\]|[^:[\]]*)(?::(\d*))?$/i.exec(host)
  if (address === null) return undefined
  return {
    Scheme: scheme.toLowerCase(),
    User: decoded(user),
    Host: host,
    Hostname: (address[1] ?? '').replaceAll(/[[\]]/g, ''),
    Port: address[2] ?? '',
    Path: path,
    RawQuery: query,
    Fragment: decoded(fragment),
    Redacted: password === undefined ? value : value.replace(`:${password}@`, ':xxxxx@'),
  }
}

function url(value: unknown): Url {
  const read = urlIn(text(value))
  if (read === undefined)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(text(value).slice(0, 60))} is not a URL; write it as https://example.com/path`,
    )
  return read
}

/** Parts of a URL that was parsed, or of a text that holds one. */
function part(value: unknown, name: keyof Url): string {
  const found = isRecord(value) ? own(value, name) : url(value)[name]
  return typeof found === 'string' ? found : ''
}

const languages = ['cel', 'template'] as const

export const urlFunctions = [
  define(
    'url(text: string): map',
    'Parts of a URL: Scheme, User, Host, Hostname, Port, Path, RawQuery, Fragment, and Redacted, without its password.',
    {
      cel: ['url("https://shop.example:8443/a?b=1").Host', 'shop.example:8443'],
      template: ['{{ (conv.URL "https://me:secret@example.com").Redacted }}', 'https://me:xxxxx@example.com'],
    },
    ([value]) => url(value),
    { also: ['conv.URL', 'urlParse'], only: languages },
  ),
  define(
    'isURL(text: string): bool',
    'Whether a text is a URL with a scheme and a host, or a path from the root.',
    { cel: ['isURL("https://example.com") && !isURL("example")', 'true'] },
    ([value]) => {
      const read = urlIn(text(value))
      return read !== undefined && ((read.Scheme !== '' && read.Host !== '') || read.Path.startsWith('/'))
    },
    { only: languages },
  ),
  define(
    'getScheme(url: any): string',
    'The scheme of a URL.',
    { cel: ['url("https://example.com/").getScheme()', 'https'] },
    ([value]) => part(value, 'Scheme'),
    { only: languages },
  ),
  define(
    'getHost(url: any): string',
    'The host of a URL, with its port.',
    { cel: ['url("https://example.com:80/").getHost()', 'example.com:80'] },
    ([value]) => part(value, 'Host'),
    { only: languages },
  ),
  define(
    'getHostname(url: any): string',
    'The host of a URL, without its port and brackets.',
    { cel: ['url("https://[::1]:80/").getHostname()', '::1'] },
    ([value]) => part(value, 'Hostname'),
    { only: languages },
  ),
  define(
    'getPort(url: any): string',
    'The port of a URL; empty when it names none.',
    { cel: ['url("https://example.com:8443/").getPort()', '8443'] },
    ([value]) => part(value, 'Port'),
    { only: languages },
  ),
  define(
    'getEscapedPath(url: any): string',
    'The path of a URL as it is written.',
    { cel: ['url("https://example.com/a%20b").getEscapedPath()', '/a%20b'] },
    ([value]) => part(value, 'Path'),
    { only: languages },
  ),
  define(
    'getQuery(url: any): map',
    'The query of a URL: a list of values for each name.',
    { cel: ['url("https://example.com/?a=1&a=2&b=x+y").getQuery().a', '[1 2]'] },
    ([value]) => {
      const read = new URLSearchParams(part(value, 'RawQuery'))
      const values = new Map<string, string[]>()
      for (const [name, each] of read) {
        const known = values.get(name)
        if (known === undefined) values.set(name, [each])
        else known.push(each)
      }
      return recordOf(values)
    },
    { only: languages },
  ),
]
