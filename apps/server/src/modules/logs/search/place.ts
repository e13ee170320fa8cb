import { allow } from '@binnacle/contract/access'
import { type LogPlaces, type LogSelector, logSelector } from '@binnacle/contract/logs'
import type { LogTarget } from '@binnacle/plugin-kit/logs'
import { sql as fragment } from 'kysely'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { readableBackends } from '../readers/rights.ts'
import type { LogBackends } from './backends.ts'
import type { LogDependencies } from './entry.ts'
import { type RoutedEntry, routedEntries } from './route.ts'

/** Which lines a request wants. */
export interface LogPlace {
  id?: string | undefined
  name?: string | undefined
  backend?: string | undefined
}

/** Where the lines of a request are. */
export interface ResolvedLogPlace {
  target: LogTarget
  entries: readonly RoutedEntry[]
  /** For names of files. */
  title: string
  problems: readonly string[]
}

const componentColumns = [
  'id',
  'external_id',
  'name',
  'type',
  'namespace',
  'labels',
  'log_selectors',
] as const

type ComponentRow = Columns<'core.components', (typeof componentColumns)[number]>

/** Said where a part of the lines is in backends that the reader may not read. */
const CLOSED = 'Some lines are left out, because their log backend is not open to you'

const selectors = z.array(logSelector)

/** The log selectors of a component. What is no selector is passed over. */
function selectorsOf({ log_selectors: stored }: Pick<ComponentRow, 'log_selectors'>): LogSelector[] {
  const parsed = selectors.safeParse(stored)
  return parsed.success ? parsed.data : []
}

/** Fills the templates in the labels of a selector with its component. */
async function labelsOf(
  { labels }: LogSelector,
  { id, external_id: externalId, name, type, namespace, labels: own }: ComponentRow,
  { scripts }: Pick<LogDependencies, 'scripts'>,
): Promise<Record<string, string>> {
  const component = { id, external_id: externalId, name, type, namespace, labels: own }
  const filled = await Promise.all(
    Object.entries(labels ?? {}).map(async ([key, source]): Promise<[string, string]> => {
      if (!source.includes('{{')) return [key, source]
      const done = await scripts.evaluate(
        { language: 'template', source },
        { variables: { ...component, self: component } },
      )
      if (!done.ok)
        throw fieldError(
          'name',
          `The label "${key}" of the log selector cannot be filled: ${done.failure.message}`,
        )
      return [key, done.value.text]
    }),
  )
  return Object.fromEntries(filled)
}

/** Finds where the lines of a log selector are. @throws RequestError if no backend has them */
async function placeOf(
  component: ComponentRow,
  selector: LogSelector,
  { backends, problems }: Awaited<ReturnType<LogBackends['all']>>,
  dependencies: Pick<LogDependencies, 'scripts'>,
): Promise<ResolvedLogPlace> {
  const target: LogTarget = {
    id: component.external_id,
    type: selector.type ?? component.type ?? undefined,
    labels: await labelsOf(selector, component, dependencies),
  }
  const serving = routedEntries(backends, target)
  if (serving.length === 0)
    throw fieldError(
      'name',
      `No log backend serves the logs "${selector.name}" (type ${target.type ?? 'none'}). Add a route for them to a log backend.`,
    )
  const entries = serving.filter(({ backend }) => backend.isReadable)
  if (entries.length === 0)
    throw new RequestError(
      'EFORBIDDEN',
      `The log backend that has the logs "${selector.name}" is not open to you; an administrator can open it`,
    )
  const title = `${component.name}-${selector.name}`
  if (entries.length === serving.length) return { target, entries, title, problems }
  return { target, entries, title, problems: [...problems, CLOSED] }
}

/** A log selector of a component, and how to find its lines. */
export interface SelectedLog {
  component: Columns<'core.components', 'id' | 'name' | 'type'>
  selector: string
  /** @throws RequestError if no backend has them */
  find: () => Promise<ResolvedLogPlace>
}

/** The log selectors of components, by the names of the components. */
export async function selectedLogs(
  dependencies: Pick<LogDependencies, 'pool' | 'scripts'>,
  stored: LogBackends,
  components: readonly string[],
  actor: Actor,
): Promise<SelectedLog[]> {
  const rows = await tablesOn(dependencies.pool)
    .selectFrom('core.components')
    .select(componentColumns)
    .where('id', '=', anyOf(components))
    .where('deleted_at', 'is', null)
    .where(fragment<boolean>`jsonb_array_length(log_selectors) > 0`)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const backends = await stored.all(actor)
  return rows.flatMap((component) =>
    selectorsOf(component).map((selector) => ({
      component,
      selector: selector.name,
      find: () => placeOf(component, selector, backends, dependencies),
    })),
  )
}

/** Finds where the lines of a request are, for somebody who may see them. */
export function createPlaceFinder(dependencies: LogDependencies, stored: LogBackends) {
  async function ofBackend(id: string, actor: Actor): Promise<ResolvedLogPlace> {
    // The log of a whole machine says more than that of one component.
    if (!allow(actor.roles, 'logging_backends', 'read'))
      throw new RequestError('EFORBIDDEN', 'You do not have permission to read log backends')
    const found = await stored.find(id, actor)
    if (found === undefined) throw fieldError('backend', 'There is no log backend with this id')
    if (!found.ok) throw fieldError('backend', found.failure)
    const backend = found.value
    return {
      target: { labels: {} },
      entries: backend.spec.entries.map((entry) => ({ backend, entry })),
      title: backend.name,
      problems: [],
    }
  }

  async function ofComponent(id: string, name: string | undefined, actor: Actor): Promise<ResolvedLogPlace> {
    const component = await tablesOn(dependencies.pool)
      .selectFrom('core.components')
      .select(componentColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (component === undefined) throw fieldError('id', 'There is no component with this id')
    const all = selectorsOf(component)
    const selector = name === undefined || name === '' ? all[0] : all.find((one) => one.name === name)
    if (selector === undefined)
      throw fieldError(
        'name',
        all.length === 0
          ? 'This component has no logs'
          : `The component has no logs named "${name}"; it has ${all.map((one) => one.name).join(', ')}`,
      )
    return placeOf(component, selector, await stored.all(actor), dependencies)
  }

  return async ({ id, name, backend }: LogPlace, actor: Actor): Promise<ResolvedLogPlace> => {
    if (backend !== undefined) return ofBackend(backend, actor)
    if (id === undefined) throw fieldError('id', 'Give the id of a component, or of a log backend')
    return ofComponent(id, name, actor)
  }
}
export type FindPlace = ReturnType<typeof createPlaceFinder>

type ListedComponent = Columns<'core.components', 'id' | 'name' | 'type' | 'namespace' | 'log_selectors'>

/** Components that a list of places has at most. */
const MOST_LISTED = 200

/**
 * Lists where somebody can look for logs.
 * @param wanted.search a part of the name of a component
 * @param wanted.id the component that is looked at
 */
export async function placesFor(
  { pool, log }: Pick<LogDependencies, 'pool' | 'log'>,
  { search, id }: { search: string; id: string | undefined },
  actor: Actor,
): Promise<LogPlaces> {
  // The list that clients read from the data service is the same. Source: LOG-015.
  const named = sql`select id, name, type, namespace, log_selectors from api.components_with_logs`
  const part = search.trim()
  const isWanted = part === '' ? sql`true` : sql`position(lower(${part}) in lower(name)) > 0`
  const [listed, found, backends] = await Promise.all([
    pool.query<ListedComponent>(sql`${named} where ${isWanted} order by name limit ${MOST_LISTED}`),
    id === undefined ? undefined : pool.query<ListedComponent>(sql`${named} where id = ${id}`),
    allow(actor.roles, 'logging_backends', 'read')
      ? pool.query<Columns<'core.logging_backends', 'id' | 'name'>>(sql`
          select id, name from core.logging_backends as backend
          where deleted_at is null and ${readableBackends(actor, log)('backend')} order by name`)
      : { rows: [] },
  ])
  const [component] = found?.rows ?? []
  return {
    components: listed.rows.map(({ id: own, name, type, namespace }) => ({ id: own, name, type, namespace })),
    backends: backends.rows,
    component:
      component === undefined
        ? null
        : {
            id: component.id,
            name: component.name,
            selectors: selectorsOf(component).map(({ name }) => name),
          },
  }
}
