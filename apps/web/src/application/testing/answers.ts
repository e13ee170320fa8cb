import { PERSON } from './render.tsx'

/** What the server answers to one path. */
interface Recorded {
  body: unknown
  /** Rows of a list on all its pages. */
  total?: number
}

/** Answers by path, as the server gave them. */
export type Answers = Readonly<Record<string, Recorded>>

/** A catalog item that every answer means. */
export const ITEM = '0199a000-0000-7000-8000-000000000002'
const OTHER = '0199a000-0000-7000-8000-000000000003'
const AT = '2026-03-01T11:30:00Z'
const LATER = '2026-03-02T09:00:00Z'

const none: Recorded = { body: [], total: 0 }
const one = (row: object): Recorded => ({ body: [row], total: 1 })

const ada = { id: PERSON, name: 'Ada Byron' }
const shift = { person: ada, from: AT, to: LATER, overrideId: null }
const rota = {
  id: ITEM,
  name: 'Shop by day',
  description: 'Whoever is on call looks after the shop.',
  team: null,
  timeZone: 'Europe/Berlin',
  participants: [PERSON],
  now: shift,
  goesOn: false,
  next: null,
  mayOverride: true,
}
const policy = {
  id: OTHER,
  name: 'Shop first',
  description: null,
  steps: [{ afterMinutes: 0, targets: [{ kind: 'rota', id: ITEM }] }],
  repeat: { times: 1, afterMinutes: 10 },
  acknowledgementMinutes: null,
  hold: null,
  recordOnly: false,
}

/** An installation in which nobody is on call. */
export const emptyOnCall: Answers = {
  '/api/on-call/rotas': { body: { rotas: [], people: [] } },
  '/api/on-call/me/shifts': { body: { shifts: [] } },
  '/api/on-call/swaps': { body: { swaps: [] } },
  '/api/on-call/policies': { body: { policies: [], targets: [] } },
}

/** An installation with a rota and an escalation policy. */
export const fullOnCall: Answers = {
  ...emptyOnCall,
  '/api/on-call/rotas': { body: { rotas: [rota], people: [ada] } },
  [`/api/on-call/rotas/${ITEM}/shifts`]: { body: { shifts: [shift], gaps: [] } },
  '/api/on-call/policies': {
    body: { policies: [policy], targets: [{ kind: 'rota', id: ITEM, name: 'Shop by day' }] },
  },
}

/** No user, as nobody ever sees it. */
export const emptyUsers: Answers = { '/api/db/identities': none }

/** One user with a role. */
export const fullUsers: Answers = {
  '/api/db/identities': one({
    id: PERSON,
    traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'Byron' } },
    state: 'active',
    created_at: AT,
  }),
  '/api/db/people_roles': { body: [{ id: PERSON, roles: ['admin'] }] },
}

/** Nothing is silenced. */
export const emptySilences: Answers = {
  '/api/db/notification_silences': none,
  '/api/db/check_names': none,
}

/** A silence of one check. */
export const fullSilences: Answers = {
  ...emptySilences,
  '/api/db/notification_silences': one({
    id: OTHER,
    kind: 'silence',
    name: 'Night work',
    namespace: 'default',
    description: 'The database moves',
    from: AT,
    until: LATER,
    schedule: null,
    time_zone: null,
    duration: null,
    covers: 'resource',
    config_id: null,
    check_id: ITEM,
    canary_id: null,
    component_id: null,
    recursive: false,
    selector: {},
    filter: null,
    error: null,
    source: 'UI',
    created_at: AT,
    state: 'active',
    count: 1,
    suppressed: 3,
    ends_at: LATER,
    checks: { id: ITEM, name: 'shop', type: 'http' },
    canary: null,
    catalog: null,
    component: null,
    createdBy: ada,
  }),
}

/** Nothing was sent, and there are no rules. */
export const emptyNotifications: Answers = {
  '/api/db/notifications': none,
  '/api/db/notifications_summary': none,
  '/api/db/notification_send_history_summary': none,
}

/** A rule, and a message that it sent. */
export const fullNotifications: Answers = {
  ...emptyNotifications,
  '/api/db/notifications_summary': one({
    id: OTHER,
    name: 'Tell the shop',
    namespace: 'default',
    events: ['check.failed'],
    title: null,
    template: null,
    filter: null,
    properties: null,
    person_id: PERSON,
    team_id: null,
    custom_services: null,
    repeat_interval: null,
    wait_for: null,
    group_by: null,
    inhibit: false,
    escalation_policy_id: null,
    fallback_person_id: null,
    fallback_team_id: null,
    fallback_custom_services: null,
    fallback_delay: null,
    further_recipients: null,
    quiet_hours: null,
    reminder_interval: null,
    closing_delay: null,
    flapping: null,
    enabled: true,
    error: null,
    source: 'UI',
    created_at: AT,
    updated_at: AT,
    person: { ...ada, email: 'ada@example.com', avatar: null },
    team: null,
    pending: 0,
    sent: 12,
    failed: 0,
    suppressed: 0,
    avg_duration_ms: 40,
    most_common_error: null,
    last_sent_at: AT,
    created_by: null,
  }),
  '/api/db/notification_send_history_summary': one({
    id: ITEM,
    created_at: AT,
    first_observed: AT,
    count: 1,
    status: 'sent',
    source_event: 'check.failed',
    tells: 'alert',
    resource_type: 'check',
    resource: { id: ITEM, name: 'checkout', type: 'http', status: 'unhealthy' },
    recipient_name: 'Ada Byron',
    service_title: 'Email',
    notification_id: OTHER,
    rule: { id: OTHER, name: 'Tell the shop' },
    error: null,
    decisions: [],
  }),
}

const item = {
  id: ITEM,
  name: 'orders-db',
  type: 'Kubernetes::StatefulSet',
  config_class: 'StatefulSet',
  namespace: 'shop',
  health: 'unhealthy',
  status: 'CrashLoopBackOff',
  labels: {},
  changes: 4,
  tags: { team: 'shop' },
  owner: null,
  description: null,
  analysis: {},
  agent_id: OTHER,
  scraper_id: null,
  icon: null,
  ready: null,
  cost_per_minute: null,
  cost_total_1d: null,
  cost_total_7d: null,
  cost_total_30d: null,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  last_scraped_time: AT,
  fields: {},
}
const facets = {
  body: {
    types: [],
    statuses: [],
    changeTypes: [],
    analyzers: [],
    labels: [],
    tags: [],
    owners: [],
    fields: [],
  },
}

/** A catalog with nothing in it. */
export const emptyCatalog: Answers = {
  '/api/catalog/facets': facets,
  '/api/catalog/summary': none,
  '/api/catalog/items': { body: { rows: [], total: 0, more: false } },
  '/api/db/config_detail': none,
  '/api/db/config_item_joins': none,
}

/** A catalog with one item that fails. */
export const fullCatalog: Answers = {
  ...emptyCatalog,
  '/api/catalog/items': { body: { rows: [item], total: 1, more: false } },
  '/api/catalog/summary': {
    body: [
      {
        type: item.type,
        count: 1,
        health: { unhealthy: 1 },
        analysis: {},
        changes: 4,
        created_at: AT,
        updated_at: AT,
      },
    ],
  },
  '/api/db/config_detail': one({
    ...item,
    fields: [],
    config: { kind: 'StatefulSet', replicas: 3 },
    delete_reason: null,
    notes: null,
    own_tags: {},
    archived_at: null,
    ignored_at: null,
    renames: [],
    external_id: [],
    manual: true,
    revision: '1',
    parent_id: null,
    properties: [],
    config_scrapers: null,
    summary: { changes: 4, analysis: 0, relationships: 2, playbook_runs: 0, checks: 1 },
  }),
}
