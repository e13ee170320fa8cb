import { isDeepStrictEqual } from 'node:util'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import type { SpecProblem } from '@binnacle/contract/health'
import type { EditableLogBackend } from '@binnacle/contract/logs'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { readWrittenSpec, type WrittenSpec } from '../../../platform/specs/read-spec.ts'
import { specRefusal } from '../../../platform/specs/refuse.ts'
import { maskSpec, maskText } from '../../../platform/specs/stored-spec.ts'
import { writeSpecText } from '../../../platform/specs/text.ts'
import type { LogBackendMetadata, LogBackendParser, ParsedLogBackend } from '../spec/backend.ts'
import { removeLogBackend, saveLogBackend } from './save.ts'

export interface LogBackendDependencies {
  pool: Pool
  parser: LogBackendParser
  secrets: Secrets
  clock: Clock
}

/** The request that creates or changes a log backend. */
export type LogBackendBody = LogBackendMetadata &
  WrittenSpec & {
    /** The revision that the client changed. A save fails if the stored revision differs. */
    revision?: string | undefined
  }

/** Options of a new log backend besides its content. */
interface NewLogBackend {
  id?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: typeof UI_SOURCE | null
}

interface LogBackendRow extends Omit<EditableLogBackend, 'text' | 'created_at' | 'updated_at'> {
  text: string | null
  created_at: Date
  updated_at: Date
}

const findRow = `
  select id, agent_id, name, labels, source, spec, text, revision, created_by, created_at, updated_at
  from core.logging_backends where id = $1 and deleted_at is null`

async function requireLogBackend(client: ClientBase | Pool, id: string, lock = ''): Promise<LogBackendRow> {
  const { rows } = await client.query<LogBackendRow>(`${findRow} ${lock}`, [id])
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no log backend with this id')
  return row
}

/** Source: SET-037. */
function requireEditable({ source }: LogBackendRow): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', 'This log backend has a source and cannot be changed here')
}

/** Refuses a name that is taken. Concurrent requests for one name wait for each other. */
async function refuseTaken(client: ClientBase, name: string, except?: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('log backend ' || $1, 0))`, [name])
  const { rows } = await client.query(
    `select from core.logging_backends
     where agent_id = $1 and name = $2 and deleted_at is null and id is distinct from $3`,
    [LOCAL_AGENT_ID, name, except ?? null],
  )
  if (rows.length > 0)
    throw new RequestError('ECONFLICT', `There is a log backend named ${name} already`, [
      { path: 'name', message: 'is taken' },
    ])
}

/** The verbs on log backends. Routes check permissions before they call them. */
export function createLogBackendVerbs(parts: LogBackendDependencies) {
  const { pool, parser, secrets, clock } = parts
  const { types } = parser

  const read = (written: WrittenSpec, stored: LogBackendRow | undefined) =>
    readWrittenSpec(
      {
        types,
        parser,
        secrets,
        ifTooLarge: 'split it into several log backends',
        canonical: parser.canonical,
        parse: (spec) => parser.parse(spec),
      },
      written,
      stored === undefined ? undefined : { spec: stored.spec, isMoved: false },
    )

  /** @throws RequestError with all problems; paths start with `spec` */
  async function requireSpec(written: WrittenSpec, stored?: LogBackendRow): Promise<ParsedLogBackend> {
    const spec = await read(written, stored)
    if (spec.ok) return spec.value
    throw specRefusal('log backend', spec.failure)
  }

  async function show(row: LogBackendRow): Promise<EditableLogBackend> {
    const spec = maskSpec(types, row.spec)
    const opened = row.text === null ? undefined : secrets.unseal(row.text)
    return {
      ...row,
      spec,
      text: opened?.ok === true ? opened.value : await writeSpecText(parser, spec),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
  }

  /** Keeps the stored text, with its comments, if the new value means the same. */
  function keptText(stored: LogBackendRow, spec: ParsedLogBackend): string | undefined {
    const opened = stored.text === null ? undefined : secrets.unseal(stored.text)
    if (opened?.ok !== true) return undefined
    return isDeepStrictEqual(maskSpec(types, spec.input), maskSpec(types, stored.spec))
      ? opened.value
      : undefined
  }

  async function createIn(
    client: ClientBase,
    body: LogBackendBody,
    actor: Actor,
    { id, source }: NewLogBackend,
  ): Promise<string> {
    const { spec: value, text, revision: _, ...metadata } = body
    const spec = await requireSpec({ spec: value, text })
    await refuseTaken(client, metadata.name)
    return saveLogBackend(
      client,
      { types, secrets },
      {
        newId: id,
        metadata,
        spec,
        text: text === undefined ? undefined : await maskText(types, parser, text, spec.input),
        source,
        createdBy: actor.personId,
        by: actor,
      },
    )
  }

  async function replaceIn(
    client: ClientBase,
    id: string,
    { spec: value, text, revision, ...metadata }: LogBackendBody,
    actor: Actor,
  ): Promise<void> {
    const stored = await requireLogBackend(client, id, 'for update')
    requireEditable(stored)
    if (revision !== undefined && revision !== stored.revision)
      throw new RequestError('ECONFLICT', 'This log backend was changed since you opened it', [
        { path: 'revision', message: 'is not the present one' },
      ])
    const spec = await requireSpec({ spec: value, text }, stored)
    await refuseTaken(client, metadata.name, id)
    await saveLogBackend(
      client,
      { types, secrets },
      {
        id,
        metadata,
        spec,
        text: text === undefined ? keptText(stored, spec) : await maskText(types, parser, text, spec.input),
        source: stored.source,
        createdBy: stored.created_by,
        by: actor,
      },
    )
  }

  async function removeIn(client: ClientBase, id: string, actor: Actor): Promise<void> {
    requireEditable(await requireLogBackend(client, id, 'for update'))
    await removeLogBackend(client, { now: clock.now(), by: actor }, id)
  }

  return {
    /** A log backend for its editor. */
    get: async (id: string): Promise<EditableLogBackend> => show(await requireLogBackend(pool, id)),

    /** Validates a draft. @param id of the log backend whose stored secrets replace masks */
    async validate(written: WrittenSpec, id: string | undefined): Promise<SpecProblem[]> {
      const spec = await read(written, id === undefined ? undefined : await requireLogBackend(pool, id))
      return spec.ok ? [] : spec.failure
    },

    /** Parses a draft spec for a test. */
    read: async (written: WrittenSpec, id: string | undefined): Promise<ParsedLogBackend> =>
      requireSpec(written, id === undefined ? undefined : await requireLogBackend(pool, id)),

    async create(body: LogBackendBody, actor: Actor): Promise<EditableLogBackend> {
      const id = await inTransaction(pool, (client) => createIn(client, body, actor, { source: UI_SOURCE }))
      return show(await requireLogBackend(pool, id))
    },

    async replace(id: string, body: LogBackendBody, actor: Actor): Promise<EditableLogBackend> {
      await inTransaction(pool, (client) => replaceIn(client, id, body, actor))
      return show(await requireLogBackend(pool, id))
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** The same verbs within the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** Reads a log backend and locks it until the transaction of the caller ends. */
      async toChange(id: string) {
        const row = await requireLogBackend(client, id, 'for update')
        return { ...row, spec: maskSpec(types, row.spec) }
      },
      create: (body: LogBackendBody, actor: Actor, made: NewLogBackend) =>
        createIn(client, body, actor, made),
      replace: (id: string, body: LogBackendBody, actor: Actor) => replaceIn(client, id, body, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}

export type LogBackendVerbs = ReturnType<typeof createLogBackendVerbs>
