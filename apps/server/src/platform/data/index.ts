import type { Feature, Resource } from '@binnacle/contract/access'
import { errorStatus } from '@binnacle/contract/core'
import {
  type Access as DataAccess,
  type ConnectionShares,
  createDataService,
  DataError,
  type DataService,
  type Pace,
  type Refusal,
  type Relation,
  type Writer,
} from '@binnacle/data-api'
import type { PoolConfig } from 'pg'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration.ts'
import { READ_MILLISECONDS } from '../database/read.ts'
import { routeBody } from '../http/body.ts'
import { RequestError } from '../errors.ts'
import { type Access, type Gate, refusalOf } from '../access/gate.ts'
import type { Flags } from '../access/flags.ts'
import type { RowRule } from '../access/rows.ts'
import type { Actor } from '../access/actor.ts'
import type { Live } from '../live/index.ts'
import type { Log } from '../log.ts'
import { createPlainWriter, type PlainWrites } from './plain-writer.ts'

/** Who may use a table or view of the data service, and how it is written. */
export interface DataRule {
  /** The resource that a person must be allowed to read or write. `signed-in`: everyone who is signed in. */
  resource: Resource | 'signed-in'
  /** The right that reading needs. Default: to read the resource. */
  reads?: Access
  /** Which of its rows a person may see and change, also in embeds and filters. Default: all. */
  rows?: RowRule
  /** Columns that clients may write, or a writer that owns the rules. Default: read only. */
  writes?: PlainWrites | Writer<Actor>
  /** The feature of the relation. The relation is closed while the feature is disabled. */
  feature?: Feature | undefined
  /** The feature that writes need, if other features read the relation too. */
  writeFeature?: Feature
  /** That it is a function, which clients call. Rights on rows of the relations that it reads do not hold for it. */
  callable?: true
}

/** The tables and views that a module shows, by their names in schema `api`. */
export type DataRules = Readonly<Record<string, DataRule>>

export interface DataOptions {
  connection: PoolConfig
  rules: DataRules
  flags: Flags
  live: Live
  clock: Clock
  log: Log
  /** Slowest allowed arrival of a body. */
  bodyPace: Pace
  configuration: Pick<Configuration, 'answerBytes'>
}

/**
 * Requests that one process answers at once, and those of one person. Further requests wait. A page of a list takes a few
 * milliseconds; what takes longer than the quick lane allows runs again in the slow one.
 */
const SHARES: ConnectionShares = {
  quick: { total: 5, each: 3, milliseconds: 500 },
  slow: { total: 2, each: 1 },
  writes: { total: 3, each: 2 },
  waitMilliseconds: 5_000,
}
/** Most milliseconds of an exact count. After that an estimate takes its place. */
const COUNT_BUDGET_MILLISECONDS = 300
const MAXIMUM_ROWS = 10_000
/** Most rows that a request with embeds reads by the estimate of PostgreSQL, which takes it a few seconds. */
const ESTIMATED_ROWS = 5_000_000
/**
 * Most rows that one request writes. Each is checked, written and recorded separately, which takes about half a
 * millisecond.
 */
const MOST_WRITTEN_ROWS = 1_000
/** Most values and keys of a body: a thousand rows of 25 columns. */
const BODY_VALUES = 50_000

/** The gate for reading or writing a relation. @returns undefined if it is closed to everyone */
export function dataGate(rule: DataRule, action: 'read' | 'write'): Gate | undefined {
  const { resource, reads, writes, feature, writeFeature } = rule
  if (action === 'read') {
    const own: Access = resource === 'signed-in' ? resource : { resource, action }
    return { access: reads ?? own, feature }
  }
  if (writes === undefined || resource === 'signed-in') return undefined
  return { access: { resource, action }, feature: writeFeature ?? feature }
}

/** Returns why a request may not use a relation; undefined to allow. */
function refusalOfAccess(rules: DataRules, flags: Flags, access: DataAccess<Actor>): Refusal | undefined {
  const { actor, name, kind, action } = access
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (rule === undefined || (rule.callable === true) !== (kind === 'function'))
    return { message: `"${name}" is not open to requests` }
  const wanted = action === 'select' || action === 'execute' ? 'read' : 'write'
  const gate = dataGate(rule, wanted)
  if (gate === undefined) return { message: `"${name}" is read only`, status: 405 }
  const refusal = refusalOf(gate, actor.roles, flags, `${wanted} "${name}"`)
  if (refusal === undefined) return undefined
  return { message: refusal.message, status: errorStatus[refusal.code] }
}

/** Converts the errors of a writer to the data service's error format. */
function translated(writer: Writer<Actor>): Writer<Actor> {
  return async (write) => {
    try {
      if (write.rows.length > MOST_WRITTEN_ROWS)
        throw new RequestError(
          'ETOOLARGE',
          `${write.rows.length} rows are too many for one request; the most is ${MOST_WRITTEN_ROWS}`,
        )
      return await writer(write)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw new DataError(errorStatus[error.code], error.code, error.message, {
        details: error.problems.length > 0 ? error.problems : null,
      })
    }
  }
}

/** Newest first if the relation has a time column; the primary key orders rows with equal times. */
function newestFirst(relation: Relation): string | undefined {
  if (!relation.columns.has('created_at')) return undefined
  const ties = relation.primaryKey.map((column) => `,"${column}".desc`)
  return `created_at.desc${ties.join('')}`
}

/** Opens the product's data service on schema `api`. It reloads after migrations of other processes. */
export async function openDataService(options: DataOptions): Promise<DataService<Actor>> {
  const { rules, flags, live, clock, log } = options
  const service = createDataService<Actor>({
    connection: options.connection,
    shares: SHARES,
    ownerOf: ({ personId }) => personId,
    schemas: ['api'],
    aggregates: true,
    tolerances: true,
    safeWrites: true,
    countBudget: COUNT_BUDGET_MILLISECONDS,
    limits: {
      maximumRows: MAXIMUM_ROWS,
      answerBytes: options.configuration.answerBytes,
      estimatedRows: ESTIMATED_ROWS,
      bodyBytes: routeBody.bytes,
      bodyDepth: routeBody.depth,
      bodyValues: BODY_VALUES,
      bodyPace: options.bodyPace,
      statementMilliseconds: READ_MILLISECONDS,
    },
    defaultOrder: newestFirst,
    authorize: (access) => refusalOfAccess(rules, flags, access),
    rows: ({ actor, name }, row) => {
      const rule = Object.hasOwn(rules, name) ? rules[name]?.rows : undefined
      return rule === undefined ? 'all' : rule(actor, row)
    },
    writer: ({ name }) => {
      const writes = Object.hasOwn(rules, name) ? rules[name]?.writes : undefined
      if (writes === undefined) return undefined
      return translated(typeof writes === 'function' ? writes : createPlainWriter(writes))
    },
    onError: (error) => log.error({ err: error }, 'the data service met a defect'),
    now: () => clock.now(),
  })
  await service.reload()
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'change' && event.change.topic !== 'schema') return
    service
      .reload()
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'the schema could not be read again'))
  })
  return {
    ...service,
    async close() {
      unsubscribe()
      await service.close()
    },
  }
}
