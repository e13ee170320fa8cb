import { isEditableSource, UI_SOURCE } from '@binnacle/contract/core'
import type { Canary, EditableCanary, SpecProblem } from '@binnacle/contract/health'
import { isDeepStrictEqual } from 'node:util'
import type { ClientBase, Pool } from 'pg'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { filePath } from './source.ts'
import type { canaryMetadata, CanaryParser, ParsedSpec } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { writeSpecText } from '../../../platform/specs/text.ts'
import { readSpec, type WrittenSpec } from './read-spec.ts'
import { removeCanaries } from './remove.ts'
import { specRefusal } from '../../../platform/specs/refuse.ts'
import type { StoredSpec } from '../../../platform/specs/restore-secrets.ts'
import { saveCanary } from './save.ts'
import { maskSpec, maskText } from '../../../platform/specs/stored-spec.ts'

export interface CanaryDependencies {
  pool: Pool
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
  clock: Clock
}

/** The request that creates or changes a canary. */
export type CanaryBody = z.output<typeof canaryMetadata> &
  WrittenSpec & {
    /** The revision that the client changed. A save fails if the stored revision differs. */
    revision?: string | undefined
  }

/** Options of a new canary besides its content. */
interface NewCanary {
  id?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: typeof UI_SOURCE | null
}

const columns = `id, name, namespace, labels, annotations, source, spec, agent_id, created_by, created_at, updated_at`

const findCanary = `
  select ${columns}, revision, text,
    (select jsonb_build_object('id', agents.id, 'name', agents.name) from core.agents where agents.id = agent_id) as agent
  from core.canaries where id = $1 and deleted_at is null`

type ListedRow = Omit<Canary, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }
type CanaryRow = ListedRow & Pick<EditableCanary, 'revision' | 'agent'> & { text: string | null }

function show(types: CheckTypes, row: ListedRow): Canary {
  return {
    ...row,
    spec: maskSpec(types, row.spec),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Adds the spec as YAML: the stored text, or generated if there is none or it cannot be decrypted. */
async function showEditable(
  { types, parser, secrets }: CanaryDependencies,
  { text, ...row }: CanaryRow,
): Promise<EditableCanary> {
  const shown = show(types, row)
  const opened = text === null ? undefined : secrets.unseal(text)
  return {
    ...shown,
    revision: row.revision,
    agent: row.agent,
    text: opened?.ok === true ? opened.value : await writeSpecText(parser, shown.spec),
  }
}

async function requireCanary(client: ClientBase | Pool, id: string, lock = ''): Promise<CanaryRow> {
  const { rows } = await client.query<CanaryRow>(`${findCanary} ${lock}`, [id])
  const row = rows[0]
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no canary with this id')
  return row
}

function requireEditable({ source }: CanaryRow): void {
  if (isEditableSource(source)) return
  const path = filePath(source)
  throw new RequestError(
    'ECONFLICT',
    path === undefined
      ? 'This canary belongs to Binnacle itself and cannot be changed'
      : `This canary comes from the file ${path}; change it there`,
  )
}

const readers = `
  select from core.processes, unnest(canary_paths) as root
  where root = $1 or starts_with($1, rtrim(root, '/') || '/')`

/** Refuses to remove a canary of a file that a process still reads: it would return at once. */
async function requireRemovable(client: ClientBase, canary: CanaryRow): Promise<void> {
  const path = filePath(canary.source)
  if (path === undefined || (await client.query(readers, [path])).rows.length > 0) requireEditable(canary)
  else await client.query('delete from core.canary_files where path = $1', [path])
}

function refuseOverwriting({ revision }: CanaryRow, seen: string | undefined): void {
  if (seen === undefined || seen === revision) return
  throw new RequestError('ECONFLICT', 'This canary was changed since you opened it', [
    { path: 'revision', message: 'is not the present one' },
  ])
}

/** @throws RequestError with all problems; paths start with `spec` */
export async function parseSpec(
  parts: CanaryDependencies,
  written: WrittenSpec,
  stored?: StoredSpec,
): Promise<ParsedSpec> {
  const spec = await readSpec(parts, written, stored)
  if (spec.ok) return spec.value
  throw specRefusal('canary', spec.failure)
}

/** Refuses a name that is taken. Concurrent requests for one name wait for each other. */
async function refuseTaken(
  client: ClientBase,
  { name, namespace }: CanaryBody,
  except?: string,
): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('canary ' || $1 || '/' || $2, 0))`, [
    namespace,
    name,
  ])
  const { rows } = await client.query(
    `select from core.canaries
     where name = $1 and namespace = $2 and coalesce(source, $3) = $3 and deleted_at is null
       and id is distinct from $4`,
    [name, namespace, UI_SOURCE, except ?? null],
  )
  if (rows.length > 0)
    throw new RequestError('ECONFLICT', `There is a canary named ${namespace}/${name} already`, [
      { path: 'name', message: 'is taken in this namespace' },
    ])
}

/** Keeps the stored text, with its comments, if the new value means the same. */
function keptText(
  { types, secrets }: CanaryDependencies,
  stored: CanaryRow,
  spec: ParsedSpec,
): string | undefined {
  const opened = stored.text === null ? undefined : secrets.unseal(stored.text)
  if (opened?.ok !== true) return undefined
  const isSame = isDeepStrictEqual(maskSpec(types, spec.input), maskSpec(types, stored.spec))
  return isSame ? opened.value : undefined
}

/** The verbs on canaries. Routes check permissions before they call them. */
export function createCanaryVerbs(parts: CanaryDependencies) {
  const { pool, types, parser, clock } = parts

  async function createIn(
    client: ClientBase,
    body: CanaryBody,
    actor: Actor,
    { id, source }: NewCanary,
  ): Promise<string> {
    const { spec: value, text, revision: _, ...metadata } = body
    const spec = await parseSpec(parts, { spec: value, text })
    await refuseTaken(client, body)
    const saved = await saveCanary(
      client,
      { ...parts, now: clock.now() },
      {
        metadata,
        spec,
        text: text === undefined ? undefined : await maskText(types, parser, text, spec.input),
        source,
        createdBy: actor.personId,
        newId: id,
        by: actor,
      },
    )
    return saved.id
  }

  async function replaceIn(client: ClientBase, id: string, body: CanaryBody, actor: Actor): Promise<void> {
    const stored = await requireCanary(client, id, 'for update')
    requireEditable(stored)
    const { spec: value, text, revision, ...metadata } = body
    refuseOverwriting(stored, revision)
    const spec = await parseSpec(
      parts,
      { spec: value, text },
      { spec: stored.spec, isMoved: stored.namespace !== body.namespace },
    )
    await refuseTaken(client, body, id)
    await saveCanary(
      client,
      { ...parts, now: clock.now() },
      {
        id,
        metadata,
        spec,
        text:
          text === undefined
            ? keptText(parts, stored, spec)
            : await maskText(types, parser, text, spec.input),
        source: stored.source,
        createdBy: stored.created_by,
        by: actor,
      },
    )
  }

  async function removeIn(client: ClientBase, id: string, actor: Actor): Promise<void> {
    await requireRemovable(client, await requireCanary(client, id))
    await removeCanaries(client, { now: clock.now(), by: actor }, [id])
  }

  return {
    async get(id: string): Promise<EditableCanary> {
      return showEditable(parts, await requireCanary(pool, id))
    },

    /** Validates a draft spec without saving it. The stored secrets of its canary replace masks. */
    async validate(written: WrittenSpec, id: string | undefined): Promise<SpecProblem[]> {
      const stored = id === undefined ? undefined : await requireCanary(pool, id)
      const spec = await readSpec(parts, written, stored)
      return spec.ok ? [] : spec.failure
    },

    /** Parses a draft spec for a test run, and returns it with its canary. */
    async read(
      written: WrittenSpec,
      id: string | undefined,
    ): Promise<{ spec: ParsedSpec; canary: Pick<Canary, 'id' | 'name' | 'namespace'> | undefined }> {
      const stored = id === undefined ? undefined : await requireCanary(pool, id)
      return { spec: await parseSpec(parts, written, stored), canary: stored }
    },

    async list(): Promise<Canary[]> {
      const { rows } = await pool.query<ListedRow>(
        `select ${columns} from core.canaries where deleted_at is null order by name, id limit 1000`,
      )
      return rows.map((row) => show(types, row))
    },

    async create(body: CanaryBody, actor: Actor): Promise<EditableCanary> {
      const id = await inTransaction(pool, (client) => createIn(client, body, actor, { source: UI_SOURCE }))
      return showEditable(parts, await requireCanary(pool, id))
    },

    async replace(id: string, body: CanaryBody, actor: Actor): Promise<EditableCanary> {
      await inTransaction(pool, (client) => replaceIn(client, id, body, actor))
      return showEditable(parts, await requireCanary(pool, id))
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** The same verbs within the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** Reads a canary and locks it until the transaction of the caller ends. */
      toChange: async (id: string) => show(types, await requireCanary(client, id, 'for update')),
      create: (body: CanaryBody, actor: Actor, made: NewCanary) => createIn(client, body, actor, made),
      replace: (id: string, body: CanaryBody, actor: Actor) => replaceIn(client, id, body, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}

export type CanaryVerbs = ReturnType<typeof createCanaryVerbs>
