import { isDeepStrictEqual } from 'node:util'
import type { EditableTopology } from '@binnacle/contract/topology'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import type { SpecProblem } from '@binnacle/contract/health'
import { labels, plainName } from '@binnacle/plugin-kit/core'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { readWrittenSpec, type WrittenSpec } from '../../../platform/specs/read-spec.ts'
import { specRefusal } from '../../../platform/specs/refuse.ts'
import type { StoredSpec } from '../../../platform/specs/restore-secrets.ts'
import { maskSpec, maskText } from '../../../platform/specs/stored-spec.ts'
import { writeSpecText } from '../../../platform/specs/text.ts'
import type { ParsedTopology, TopologyParser } from '../spec/topology.ts'
import type { TopologyPayload } from './job.ts'
import { PUSH_SOURCE } from './source.ts'
import { removeTopology } from './remove.ts'
import { saveTopology } from './save.ts'

/** Metadata of a topology. */
export const topologyMetadata = z.object({
  name: plainName,
  // Source: SET-018.
  namespace: plainName.default('default'),
  labels: labels.default({}),
})
export type TopologyMetadata = z.output<typeof topologyMetadata>

export interface TopologyDependencies {
  pool: Pool
  parser: TopologyParser
  secrets: Secrets
  clock: Clock
  job: DefinedJob<TopologyPayload>
}

/** The request that creates or changes a topology. */
export type TopologyBody = TopologyMetadata &
  WrittenSpec & {
    /** The revision that the client changed. A save fails if the stored revision differs. */
    revision?: string | undefined
  }

/** Options of a new topology besides its content. */
interface NewTopology {
  id?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: typeof UI_SOURCE | null
}

interface TopologyRow extends Omit<EditableTopology, 'text' | 'created_at' | 'updated_at'> {
  text: string | null
  created_at: Date
  updated_at: Date
}

const findRow = `
  select id, agent_id, name, namespace, labels, source, spec, text, revision, created_by, created_at, updated_at
  from core.topologies where id = $1 and deleted_at is null`

async function requireTopology(client: ClientBase | Pool, id: string, lock = ''): Promise<TopologyRow> {
  const { rows } = await client.query<TopologyRow>(`${findRow} ${lock}`, [id])
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no topology with this id')
  return row
}

function requireEditable({ source }: TopologyRow): void {
  if (source === PUSH_SOURCE)
    throw new RequestError('ECONFLICT', 'This topology is pushed by another system and is changed there')
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', 'This topology belongs to Binnacle itself and cannot be changed')
}

/** Refuses a name that is taken. Concurrent requests for one name wait for each other. */
async function refuseTaken(
  client: ClientBase,
  { name, namespace }: TopologyMetadata,
  except?: string,
): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('topology ' || $1 || '/' || $2, 0))`, [
    namespace,
    name,
  ])
  const { rows } = await client.query(
    `select from core.topologies
     where agent_id = $1 and name = $2 and namespace = $3 and coalesce(source, $4) = $4 and deleted_at is null
       and id is distinct from $5`,
    [LOCAL_AGENT_ID, name, namespace, UI_SOURCE, except ?? null],
  )
  if (rows.length > 0)
    throw new RequestError('ECONFLICT', `There is a topology named ${namespace}/${name} already`, [
      { path: 'name', message: 'is taken in this namespace' },
    ])
}

/** The verbs on topologies. Routes check permissions before they call them. */
export function createTopologyVerbs(parts: TopologyDependencies) {
  const { pool, parser, secrets, clock } = parts
  const { types } = parser

  const read = (written: WrittenSpec, stored: StoredSpec | undefined) =>
    readWrittenSpec(
      {
        types,
        parser,
        secrets,
        ifTooLarge: 'split it into several topologies',
        canonical: parser.canonical,
        parse: (spec) => parser.parse(spec),
      },
      written,
      stored,
    )

  /** @throws RequestError with all problems; paths start with `spec` */
  async function requireSpec(written: WrittenSpec, stored?: StoredSpec): Promise<ParsedTopology> {
    const spec = await read(written, stored)
    if (spec.ok) return spec.value
    throw specRefusal('topology', spec.failure)
  }

  async function show(row: TopologyRow): Promise<EditableTopology> {
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
  function keptText(stored: TopologyRow, spec: ParsedTopology): string | undefined {
    const opened = stored.text === null ? undefined : secrets.unseal(stored.text)
    if (opened?.ok !== true) return undefined
    return isDeepStrictEqual(maskSpec(types, spec.input), maskSpec(types, stored.spec))
      ? opened.value
      : undefined
  }

  const save = { types, secrets, job: parts.job }

  async function createIn(
    client: ClientBase,
    body: TopologyBody,
    actor: Actor,
    { id, source }: NewTopology,
  ): Promise<string> {
    const { spec: value, text, revision: _, ...metadata } = body
    const spec = await requireSpec({ spec: value, text })
    await refuseTaken(client, metadata)
    return saveTopology(
      client,
      { ...save, now: clock.now() },
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

  async function replaceIn(client: ClientBase, id: string, body: TopologyBody, actor: Actor): Promise<void> {
    const stored = await requireTopology(client, id, 'for update')
    requireEditable(stored)
    const { spec: value, text, revision, ...metadata } = body
    if (revision !== undefined && revision !== stored.revision)
      throw new RequestError('ECONFLICT', 'This topology was changed since you opened it', [
        { path: 'revision', message: 'is not the present one' },
      ])
    const spec = await requireSpec(
      { spec: value, text },
      { spec: stored.spec, isMoved: stored.namespace !== body.namespace },
    )
    await refuseTaken(client, metadata, id)
    await saveTopology(
      client,
      { ...save, now: clock.now() },
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
    const stored = await requireTopology(client, id, 'for update')
    if (stored.source !== PUSH_SOURCE) requireEditable(stored)
    await removeTopology(client, { now: clock.now(), by: actor }, id)
  }

  return {
    get: async (id: string): Promise<EditableTopology> => show(await requireTopology(pool, id)),

    /** Validates a draft spec without saving it. The stored secrets of its topology replace masks. */
    async validate(written: WrittenSpec, id: string | undefined): Promise<SpecProblem[]> {
      const stored = id === undefined ? undefined : await requireTopology(pool, id)
      const spec = await read(written, stored)
      return spec.ok ? [] : spec.failure
    },

    /** Parses a draft spec for a preview, and returns it with its topology. */
    async read(written: WrittenSpec, id: string | undefined) {
      const stored = id === undefined ? undefined : await requireTopology(pool, id)
      return { spec: await requireSpec(written, stored), topology: stored }
    },

    async create(body: TopologyBody, actor: Actor): Promise<EditableTopology> {
      const id = await inTransaction(pool, (client) => createIn(client, body, actor, { source: UI_SOURCE }))
      return show(await requireTopology(pool, id))
    },

    async replace(id: string, body: TopologyBody, actor: Actor): Promise<EditableTopology> {
      await inTransaction(pool, (client) => replaceIn(client, id, body, actor))
      return show(await requireTopology(pool, id))
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** The same verbs within the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** Reads a topology and locks it until the transaction of the caller ends. */
      async toChange(id: string) {
        const row = await requireTopology(client, id, 'for update')
        return { ...row, spec: maskSpec(types, row.spec) }
      },
      create: (body: TopologyBody, actor: Actor, made: NewTopology) => createIn(client, body, actor, made),
      replace: (id: string, body: TopologyBody, actor: Actor) => replaceIn(client, id, body, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}

export type TopologyVerbs = ReturnType<typeof createTopologyVerbs>
