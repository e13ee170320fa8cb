import { field } from '@binnacle/plugin-kit/core'
import { isHeader } from '@binnacle/plugin-kit/notifier-http'
import { z } from 'zod'

const MOST_LINES = 50

/** The names and values of a text with one pair on each line. @returns undefined if it has something else */
export function pairsIn(text: string, separator: ':' | '='): [name: string, value: string][] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(separator)
    return [at < 0 ? '' : line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return lines.length <= MOST_LINES && pairs.every(([name]) => name !== '') ? pairs : undefined
}

/** Headers that say where a request goes and where it ends. With another host, a shared server would pass the secrets of the connection on. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

/** Settings of messages to web addresses. @param details whether messages have them by default */
export function webhookFields(details: boolean) {
  return {
    template: field(z.enum(['json', 'raw']).optional(), {
      title: 'Template',
      description:
        'json: an object with title, message and the other fields. raw: the message alone; what the template of the rule writes is sent as it is. Default: json if the content type is JSON, else raw',
    }),
    method: field(z.enum(['POST', 'PUT', 'GET']).optional(), {
      title: 'Method',
      description:
        'GET sends the fields in the query of the URL. Default: the method of the connection, else POST',
    }),
    contentType: field(z.string().trim().min(1).max(200).optional(), {
      title: 'Content type',
      description: 'Default: the content type of the connection, else application/json',
    }),
    messageKey: field(z.string().trim().min(1).max(200).optional(), {
      title: 'Message key',
      description: 'Name of the field with the message. Default: the name in the connection, else message',
    }),
    titleKey: field(z.string().trim().min(1).max(200).optional(), {
      title: 'Title key',
      description: 'Name of the field with the title. Default: the name in the connection, else title',
    }),
    details: field(z.boolean().default(details), {
      title: 'Details',
      description: `Adds kind, severity, time, resource, labels, annotations, links and alert to the JSON object, for programs. Default: ${details ? 'on' : 'off'}`,
    }),
    fields: field(
      z
        .string()
        .max(20_000, { abort: true })
        .refine((text) => pairsIn(text, '=') !== undefined, 'must be lines such as channel=alerts')
        .optional(),
      {
        title: 'Fields',
        description:
          'Fields to add to the JSON object or to the query, one on each line: name=value. A field with the name of a detail is left out while details are on.',
        widget: 'multiline',
      },
    ),
    headers: field(
      z
        .string()
        .max(20_000, { abort: true })
        .refine(
          (text) => pairsIn(text, ':')?.every(isHeader) ?? false,
          'must be lines such as X-Team: web, in Latin letters',
        )
        .refine(
          (text) => pairsIn(text, ':')?.every(([name]) => !ownHeaders.has(name.toLowerCase())) ?? true,
          `must not set ${[...ownHeaders].join(', ')}`,
        )
        .optional(),
      {
        title: 'Headers',
        description:
          'Headers to add to the request, one on each line: Name: value. They are not secret; the connection has secrets, and its headers count more.',
        widget: 'multiline',
      },
    ),
  }
}

/** What both kinds of webhooks tell people. */
export const WEBHOOK_SETUP =
  'The server must answer with a status from 200 to 299; redirects are not followed. Every request has the header `Idempotency-Key`, which is the same when a message is sent again, so that the server can ignore a message that it already has.'
