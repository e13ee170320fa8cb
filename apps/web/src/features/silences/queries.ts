import {
  silenceKinds,
  silencePreview,
  silenceSelector,
  type SilenceState,
  silenceStates,
  type SilenceTarget,
} from '@binnacle/contract/notifications'
import type { ComboboxOption } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ListRequest } from '../../application/address/list.ts'
import { sendRequest, request } from '../../application/requests/api.ts'
import { anyContains, data, type DataPage, tables } from '../../application/requests/data.ts'
import { searched, searchedPage } from '../../application/query/searched-page.ts'
import { tableSearch } from '../../application/query/table-search.ts'
import { LOOKUP_FRESH } from '../../application/requests/queries.ts'
import {
  countField,
  createdByField,
  createdField,
  sourceField,
} from '../../application/resource/kind-fields.ts'
import type { SilenceSortColumn } from './filters.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

export const SILENCE_KEY = 'notification_silences'

const resource = z.nullable(
  z.object({ id: z.string(), name: z.string(), type: z.optional(z.nullable(z.string())) }),
)

/** Parses a silence with its resource. */
const silence = z.object({
  id: z.string(),
  kind: z.enum(silenceKinds),
  name: z.nullable(z.string()),
  namespace: z.string(),
  description: z.nullable(z.string()),
  from: z.string(),
  until: z.nullable(z.string()),
  schedule: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  duration: z.nullable(z.string()),
  covers: z.enum(['resource', 'selector', 'everything']),
  config_id: z.nullable(z.string()),
  check_id: z.nullable(z.string()),
  canary_id: z.nullable(z.string()),
  component_id: z.nullable(z.string()),
  recursive: z.boolean(),
  selector: silenceSelector,
  filter: z.nullable(z.string()),
  error: z.nullable(z.string()),
  source: z.nullable(z.string()),
  created_at: z.string(),
  state: z.enum(silenceStates),
  suppressed: z.number(),
  /** When it stops next to keep messages back: recurring maintenance with each window. */
  ends_at: z.nullable(z.string()),
  checks: resource,
  canary: resource,
  catalog: resource,
  component: resource,
  createdBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type Silence = z.output<typeof silence>

const columns = [
  '*',
  'checks:check_id(id,name,type)',
  'canary:canary_id(id,name)',
  'catalog:config_id(id,name,type)',
  'component:component_id(id,name,type)',
  'createdBy:created_by(id,name)',
].join(',')

const silenceRows = () => tables.from('notification_silences')

/** The query language of the list of silences. */
export const silenceSearch = tableSearch({
  table: 'notification_silences',
  words: ['name', 'description', 'namespace', 'filter'],
  narrow: (query) => query.is('deleted_at', null),
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    {
      kind: 'text',
      name: 'resource',
      help: 'Name of the resource that it silences',
      column: 'resource_name',
    },
    {
      kind: 'text',
      name: 'reason',
      aliases: ['description'],
      help: 'Its reason',
      column: 'description',
    },
    { kind: 'choice', name: 'kind', help: 'Silence or maintenance', column: 'kind', values: silenceKinds },
    {
      kind: 'choice',
      name: 'covers',
      help: 'Covers a resource, a selector or everything',
      column: 'covers',
      values: ['resource', 'selector', 'everything'],
    },
    { kind: 'text', name: 'namespace', help: 'Its namespace', column: 'namespace' },
    { kind: 'text', name: 'filter', help: 'Its filter; * matches any characters', column: 'filter' },
    { kind: 'time', name: 'begins', aliases: ['from'], help: 'When it begins', column: 'from' },
    { kind: 'time', name: 'ends', aliases: ['until'], help: 'Time of its next end', column: 'ends_at' },
    countField('suppressed', 'Number of messages that it suppressed'),
    sourceField,
    createdField,
    createdByField,
  ],
})

export interface SilenceListRequest extends ListRequest<SilenceSortColumn> {
  state: SilenceState
}

/** A page of silences. */
export const silenceListQuery = (wanted: SilenceListRequest) =>
  queryOptions({
    queryKey: [SILENCE_KEY, 'list', wanted],
    // Each message that is kept back changes the count of its silence.
    meta: { follows: ['notification_history'] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadSilences(wanted, signal),
  })

async function loadSilences(wanted: SilenceListRequest, signal: AbortSignal): Promise<DataPage<Silence>> {
  const listRequest = await silenceSearch.ask(wanted.query, signal)
  return searchedPage(wanted, listRequest, async (range) => {
    const all = silenceRows()
      .select<string, unknown>(columns, { count: 'exact' })
      .is('deleted_at', null)
      .eq('state', wanted.state)
    const found = await searched(all, listRequest, (query) =>
      // By what the column shows.
      query.order(wanted.sortBy === 'until' ? 'ends_at' : wanted.sortBy, {
        ascending: wanted.sortOrder === 'asc',
        nullsFirst: false,
      }),
    )
      .order('id')
      .range(...range)
      .abortSignal(signal)
      .throwOnError()
    return { rows: z.array(silence).parse(found.data), total: found.count ?? 0 }
  })
}

/** How many silences are in each state. */
export const silenceCountsQuery = queryOptions({
  queryKey: [SILENCE_KEY, 'counts'],
  queryFn: async ({ signal }): Promise<Readonly<Partial<Record<SilenceState, number>>>> => {
    const found = await silenceRows()
      .select<string, unknown>('state,count()')
      .is('deleted_at', null)
      .abortSignal(signal)
      .throwOnError()
    const counts = z.array(z.object({ state: z.enum(silenceStates), count: z.number() })).parse(found.data)
    return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
  },
})

/** One silence, for its form. Null if it was deleted. */
export const silenceQuery = (id: string) =>
  queryOptions({
    queryKey: [SILENCE_KEY, 'detail', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }) => {
      const found = await silenceRows()
        .select<string, unknown>(columns)
        .eq('id', id)
        .is('deleted_at', null)
        .abortSignal(signal)
        .throwOnError()
      return z.array(silence).parse(found.data)[0] ?? null
    },
  })

/** What a silence would do now. */
export const silencePreviewQuery = (body: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: [SILENCE_KEY, 'preview', body],
    placeholderData: keepPreviousData,
    // What is wrong with it is shown at its field.
    meta: { quiet: true, follows: ['checks', 'canaries'] },
    retry: false,
    queryFn: ({ signal }) =>
      request('/api/notification/silence/preview', silencePreview, { method: 'POST', body, signal }),
  })

/** Creates a silence. */
export async function createSilence(body: object): Promise<void> {
  await request('/api/notification/silence', z.object({}), { method: 'POST', body })
}

async function patch(id: string, body: object): Promise<void> {
  await sendRequest(
    `/api/db/notification_silences?id=eq.${encodeURIComponent(id)}`,
    { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    undefined,
  )
}

/** Changes a silence. */
export function updateSilence(id: string, body: object): Promise<void> {
  return patch(id, { id, updated_at: 'now()', ...body })
}

/** Ends a silence now. It stays in the list. */
export function endSilence(id: string): Promise<void> {
  return patch(id, { until: 'now()' })
}

/** Deletes a silence. */
export function deleteSilence(id: string): Promise<void> {
  return patch(id, { deleted_at: 'now()' })
}

const found = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.optional(z.nullable(z.string())),
    namespace: z.optional(z.nullable(z.string())),
  }),
)

/** Resources that the picker offers at most. */
const OFFERED = 20

const pickers = {
  check_id: { topic: 'checks', load: () => data.from('check_names').select('id,name,type,namespace') },
  canary_id: { topic: 'canaries', load: () => data.from('canary_names').select('id,name,namespace') },
  config_id: {
    topic: 'configs',
    load: () =>
      data.from('configs').select('id,name,type,namespace').is('deleted_at', null).is('archived_at', null),
  },
  component_id: {
    topic: 'components',
    load: () => data.from('components').select('id,name,type,namespace').is('deleted_at', null),
  },
} as const

const optionOf = ({ id, name, type, namespace }: z.output<typeof found>[number]): ComboboxOption => {
  const note = [type, namespace].filter((part) => typeof part === 'string' && part !== '').join(' · ')
  return { value: id, label: name, ...(note === '' ? {} : { note }) }
}

/** Resources of a kind whose name contains a text. */
export const resourcesQuery = (target: SilenceTarget, text: string) =>
  queryOptions({
    queryKey: [pickers[target].topic, 'silence picker', target, text],
    staleTime: LOOKUP_FRESH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const rows = pickers[target].load()
      const narrowed = text.trim() === '' ? rows : rows.or(anyContains(['name'], text))
      const answer = await narrowed.order('name').limit(OFFERED).abortSignal(signal).throwOnError()
      return found.parse(answer.data).map(optionOf)
    },
  })

/** One resource by its id, for links that name it. Null if missing. */
export const resourceQuery = (target: SilenceTarget, id: string) =>
  queryOptions({
    queryKey: [pickers[target].topic, 'silence target', target, id],
    staleTime: LOOKUP_FRESH,
    queryFn: async ({ signal }) => {
      const answer = await pickers[target].load().eq('id', id).abortSignal(signal).throwOnError()
      return found.parse(answer.data).map(optionOf)[0] ?? null
    },
  })
