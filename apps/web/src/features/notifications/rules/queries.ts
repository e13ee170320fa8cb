import {
  type CustomService,
  type Flapping,
  type FurtherRecipient,
  notificationRule,
  type NotificationRule,
  notificationRuleSummary,
} from '@binnacle/contract/notifications'
import { isUuid, UI_SOURCE } from '@binnacle/contract/core'
import { connectionTypesOf } from '@binnacle/contract/connections'
import { policyList, type QuietHours } from '@binnacle/contract/on-call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { data, tables } from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'
import { fromTable } from '../../../application/resource/from-table.ts'
import {
  countField,
  createdByField,
  createdField,
  sourceField,
  updatedField,
} from '../../../application/resource/kind-fields.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'notifications'
export const RULES_KEY = [TOPIC] as const

const embeds = 'person:person_id(id,name,email,avatar),team:team_id(id,name,icon)'

/** Columns that rules are sorted by. */
export const ruleSortColumns = [
  'name',
  'created_at',
  'pending',
  'failed',
  'sent',
  'avg_duration_ms',
  'last_sent_at',
  'updated_at',
] as const

/** How rules with their counts are loaded and searched. */
export const ruleRows = fromTable({
  table: 'notifications_summary',
  columns: `*,${embeds},created_by(id,name,avatar)`,
  row: notificationRuleSummary,
  words: ['name', 'title', 'filter'],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    {
      kind: 'choice',
      name: 'enabled',
      help: 'Whether it is enabled',
      column: 'enabled',
      values: ['true', 'false'],
    },
    {
      kind: 'text',
      name: 'event',
      aliases: ['events'],
      help: 'One of its events',
      column: 'event_names',
      list: true,
    },
    {
      kind: 'text',
      name: 'recipient',
      help: 'Name of its recipient',
      column: 'recipient_name',
    },
    { kind: 'text', name: 'title', help: 'Title of its messages', column: 'title' },
    { kind: 'text', name: 'filter', help: 'Its filter; * matches any characters', column: 'filter' },
    { kind: 'text', name: 'error', help: 'Its error; * matches any characters', column: 'error' },
    countField('pending', 'How many of its messages wait'),
    countField('sent', 'How many messages it sent'),
    countField('failed', 'How many of its messages failed'),
    { kind: 'time', name: 'last_sent', help: 'Time of its last message', column: 'last_sent_at' },
    sourceField,
    createdField,
    updatedField,
    createdByField,
  ],
  narrow: (query, { enabled }) => (enabled === undefined ? query : query.eq('enabled', enabled === 'true')),
})

/** One rule; null if missing. */
export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'rule', id],
    // A form keeps what it opened with, so it must never open with an older version.
    gcTime: 0,
    meta: { shows: [id] },
    queryFn: async ({ signal }): Promise<NotificationRule | null> => {
      if (!isUuid(id)) return null
      const found = await data
        .from('notifications')
        .select(`*,${embeds}`)
        .eq('id', id)
        .is('deleted_at', null)
        .abortSignal(signal)
        .throwOnError()
      return z.array(notificationRule).parse(found.data)[0] ?? null
    },
  })

/** What is written of a rule. */
export interface RuleChange {
  name: string | null
  enabled: boolean
  events: readonly string[]
  title: string | null
  template: string | null
  filter: string | null
  properties: Record<string, string> | null
  person_id: string | null
  team_id: string | null
  custom_services: CustomService[] | null
  repeat_interval: string | null
  wait_for: number | null
  group_by: readonly string[] | null
  inhibit: boolean
  escalation_policy_id: string | null
  fallback_person_id: string | null
  fallback_team_id: string | null
  fallback_custom_services: CustomService[] | null
  fallback_delay: number | null
  further_recipients: FurtherRecipient[] | null
  quiet_hours: QuietHours | null
  reminder_interval: number | null
  closing_delay: number | null
  flapping: Flapping | null
}

/** Creates a rule. */
export async function createRule(rule: RuleChange): Promise<void> {
  await tables
    .from(TOPIC)
    .insert({ ...rule, source: UI_SOURCE })
    .throwOnError()
}

/** Changes a rule. */
export async function updateRule(id: string, changes: Partial<RuleChange>): Promise<void> {
  await tables.from(TOPIC).update(changes).eq('id', id).throwOnError()
}

/** Takes a rule out of use. */
export async function deleteRule(id: string): Promise<void> {
  await tables.from(TOPIC).update({ deleted_at: 'now()' }).eq('id', id).throwOnError()
}

const named = z.object({ id: z.string(), name: z.string() })

/** Someone by their id, for the name in a picker. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'named', id],
    staleTime: LOOKUP_FRESH,
    queryFn: async ({ signal }) => {
      const found = await data
        .from('people')
        .select('id,name')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(named).parse(found.data)[0] ?? null
    },
  })

/** Most connections that the picker offers. */
const OFFERED = 1_000

/** Escalation policies to choose from. */
export const policiesQuery = queryOptions({
  queryKey: [TOPIC, 'policies'],
  staleTime: LOOKUP_FRESH,
  queryFn: async ({ signal }) => (await request('/api/on-call/policies', policyList, { signal })).policies,
})

const servicesOf = z.array(z.extend(named, { namespace: z.string(), type: z.string() }))

/** Connections to notification services, by name. */
export const notificationConnectionsQuery = queryOptions({
  queryKey: ['connections', 'notification services'],
  staleTime: LOOKUP_FRESH,
  // Someone who misses a connection adds it in another tab and comes back.
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
  queryFn: async ({ signal }) => {
    const types = connectionTypesOf(
      await request('/api/schemas/connection.schema.json', z.record(z.string(), z.unknown()), { signal }),
    )
    const titles = new Map(
      types.flatMap(({ type, title, category }) => (category === 'notification' ? [[type, title]] : [])),
    )
    const found = await data
      .from('connections')
      .select('id,name,namespace,type')
      .is('deleted_at', null)
      .in('type', [...titles.keys()])
      .order('name')
      .limit(OFFERED)
      .abortSignal(signal)
      .throwOnError()
    return servicesOf
      .parse(found.data)
      .map((connection) => ({ ...connection, title: titles.get(connection.type) ?? connection.type }))
  },
})
