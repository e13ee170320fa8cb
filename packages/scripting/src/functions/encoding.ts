import { print } from '../print.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

export const encodingFunctions = [
  define(
    'quote(value: any): string',
    'In double quotes, as JSON writes texts.',
    { cel: [`'say "hi"'.quote()`, '"say \\"hi\\""'] },
    ([value], { budget }) => JSON.stringify(print(value, budget)),
    { also: ['strings.Quote', 'strings.quote'] },
  ),
  define(
    'squote(value: any): string',
    'In single quotes; one within is doubled.',
    { cel: [`squote("it's")`, "'it''s'"] },
    ([value], { budget }) => `'${print(value, budget).replaceAll("'", "''")}'`,
    { also: ['strings.Squote'] },
  ),
  define(
    'shellQuote(value: any): string',
    'As one word of a POSIX shell.',
    { cel: [`shellQuote("it's me")`, `'it'"'"'s me'`], template: ['{{ "a b" | shellQuote }}', "'a b'"] },
    ([value], { budget }) =>
      (Array.isArray(value) ? value : [value])
        .map((item: unknown) => `'${print(item, budget).replaceAll("'", `'"'"'`)}'`)
        .join(' '),
    { also: ['strings.ShellQuote'] },
  ),
  define(
    'urlencode(text: string): string',
    'For the query of an address.',
    { cel: ['"a b&c".urlencode()', 'a+b%26c'], template: ['{{ "a b" | urlencode }}', 'a+b'] },
    ([value]) => new URLSearchParams({ x: text(value) }).toString().slice(2),
    { also: ['urlEncode'] },
  ),
  define(
    'urldecode(text: string): string',
    'From the query of an address.',
    { cel: ['"a+b%26c".urldecode()', 'a b&c'] },
    ([value]) => new URLSearchParams(`x=${text(value).replaceAll('&', '%26')}`).get('x') ?? '',
    { also: ['urlDecode'] },
  ),
  define(
    'base64.Encode(value: any): string',
    'As Base64.',
    { cel: ['base64.Encode("hello")', 'aGVsbG8='], template: ['{{ "hello" | base64.Encode }}', 'aGVsbG8='] },
    ([value]) =>
      Buffer.from(value instanceof Uint8Array ? value : Buffer.from(text(value))).toString('base64'),
    { also: ['base64.encode'] },
  ),
  define(
    'base64.Decode(text: string): string',
    'From Base64, of either alphabet, to text.',
    { cel: ['base64.Decode("aGVsbG8=")', 'hello'] },
    ([value]) => Buffer.from(text(value), 'base64').toString('utf8'),
    { also: ['base64.decode'] },
  ),
]
