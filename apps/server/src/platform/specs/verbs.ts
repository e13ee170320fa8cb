import { isDeepStrictEqual } from 'node:util'
import type { Resource } from '@binnacle/contract/access'
import { UI_SOURCE } from '@binnacle/contract/core'
import type { SpecProblem } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { inTransaction } from '../database/index.ts'
import type { Connection } from '../database/tables-on.ts'
import { RequestError } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { readWrittenSpec, type SpecParser, type WrittenSpec } from './read-spec.ts'
import { specRefusal } from './refuse.ts'
import type { StoredSpec } from './restore-secrets.ts'
import type { SpecInput } from './save.ts'
import { keptText, maskSpec, maskText } from './stored-spec.ts'
import { writeSpecText } from './text.ts'
import { shownTo } from './variables.ts'

/** Columns that all resources with a spec have. */
export type SpecRow = Record<string, unknown> & {
  id: string
  name: string
  /** Missing for kinds that have none. */
  namespace?: string
  source: string | null
  spec: Record<string, unknown>
  text: string | null
  revision: string
  created_by: string | null
  created_at: Date
  updated_at: Date
}

/** The columns that every kind has, for its `find`. */
export const specColumns = [
  'id',
  'agent_id',
  'name',
  'source',
  'spec',
  'text',
  'revision',
  'created_by',
  'created_at',
  'updated_at',
] as const

/** What a client sees in the place of columns that are stored otherwise. */
interface MaskedSpec {
  /** With masked secrets. */
  spec: Record<string, unknown>
  /** The spec as YAML: the stored text, or generated if it is missing or cannot be decrypted. */
  text: string
  created_at: string
  updated_at: string
}

/** The spec of a request that creates or changes a resource. */
export interface SpecDraft extends WrittenSpec {
  /** The revision that the client changed. A save fails if the stored revision differs. */
  revision?: string | undefined
}

/** Options of a new resource besides its content. */
export interface NewSpec {
  id?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: typeof UI_SOURCE | null
}

/** A statement that selects rows, and may lock them. */
interface SelectStatement<Row> {
  forUpdate(): SelectStatement<Row>
  execute(): Promise<Row[]>
}

/** A kind of resource with a spec: its words, its schemas, and how it is stored. */
export interface SpecKind<
  Row extends SpecRow,
  Metadata extends { name: string; namespace?: string },
  Spec extends { input: Record<string, unknown> },
  Shown,
> {
  /** How messages name one, such as `log backend`. */
  noun: string
  plural: string
  /** The resource of the role table. */
  resource: Resource
  metadata: z.ZodObject & z.ZodType<Metadata>
  parser: SpecParser<Spec>
  /** Selects the row of one in use by its id. */
  find(connection: Connection, id: string): SelectStatement<Row>
  /** Selects the ids of those in use with a name, which another must not have. */
  named(connection: Connection, metadata: Metadata): SelectStatement<{ id: string }>
  /** @throws RequestError if people must not change it here */
  requireEditable(row: Row): void
  /** @throws RequestError if somebody must not see this one. Default: whom the route lets in sees all */
  requireSeen?(reader: Pick<ClientBase, 'query'>, id: string, actor: Actor): Promise<void>
  /** @throws RequestError if people must not remove it here. Default: `requireEditable` */
  requireRemovable?(client: ClientBase, row: Row): Promise<void>
  /**
   * @param actor who saves it
   * @param stored the row before; undefined for a new one
   * @returns the id
   */
  save(
    client: ClientBase,
    input: SpecInput<Metadata, Spec>,
    actor: Actor,
    stored: Row | undefined,
  ): Promise<string>
  remove(client: ClientBase, id: string, by: Actor): Promise<unknown>
  show(row: Row, shown: MaskedSpec): Shown | Promise<Shown>
}

/** Makes the verbs on resources of one kind. Routes check permissions before they call them. */
export function createSpecVerbs<
  Row extends SpecRow,
  Metadata extends { name: string; namespace?: string },
  Spec extends { input: Record<string, unknown> },
  Shown,
>({ pool, secrets }: { pool: Pool; secrets: Secrets }, kind: SpecKind<Row, Metadata, Spec, Shown>) {
  type Body = Metadata & SpecDraft
  const { noun, parser } = kind
  const { types } = parser

  function required([row]: readonly Row[]): Row {
    if (row === undefined) throw new RequestError('ENOTFOUND', `There is no ${noun} with this id`)
    return row
  }
  const requireRow = async (id: string) => required(await kind.find(pool, id).execute())
  const lockRow = async (client: ClientBase, id: string) =>
    required(await kind.find(client, id).forUpdate().execute())
  /** Reads a row for somebody who must be allowed to see it. */
  async function requireSeen(id: string, actor: Actor): Promise<Row> {
    await kind.requireSeen?.(pool, id, actor)
    return requireRow(id)
  }
  const requireAny = async (id: string | undefined, actor: Actor) =>
    id === undefined ? undefined : requireSeen(id, actor)

  const read = (written: WrittenSpec, stored: StoredSpec | undefined) =>
    readWrittenSpec({ parser, secrets, plural: kind.plural }, written, stored)

  /** @throws RequestError with all problems; paths start with `spec` */
  async function requireSpec(written: WrittenSpec, stored?: StoredSpec): Promise<Spec> {
    const spec = await read(written, stored)
    if (spec.ok) return spec.value
    throw specRefusal(noun, spec.failure)
  }

  /** Refuses a name that is taken. Concurrent requests for one name wait for each other. */
  async function refuseTaken(client: ClientBase, metadata: Metadata, except?: string): Promise<void> {
    const { name, namespace } = metadata
    const whole = namespace === undefined ? name : `${namespace}/${name}`
    await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${noun} ${whole}`}, 0))`)
    const rows = await kind.named(client, metadata).execute()
    if (rows.every(({ id }) => id === except)) return
    throw new RequestError('ECONFLICT', `There is a ${noun} named ${whole} already`, [
      { path: 'name', message: namespace === undefined ? 'is taken' : 'is taken in this namespace' },
    ])
  }

  async function show(row: Row, actor: Actor): Promise<Shown> {
    const masked = maskSpec(types, row.spec)
    const spec = shownTo(actor, kind.resource, masked)
    const opened = row.text === null ? undefined : secrets.unseal(row.text)
    // The stored text contains what is hidden, and its comments may repeat it.
    const isWhole = isDeepStrictEqual(spec, masked)
    return kind.show(row, {
      spec,
      text: opened?.ok === true && isWhole ? opened.value : await writeSpecText(parser, spec),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })
  }

  /** Reads what is to be created. It needs no database, so no transaction waits for it. */
  async function readNew(body: Body) {
    const { text } = body
    const metadata = kind.metadata.parse(body)
    const spec = await requireSpec(body)
    return {
      metadata,
      spec,
      text: text === undefined ? undefined : await maskText(types, parser, text, spec.input),
    }
  }

  async function createIn(
    client: ClientBase,
    wanted: Awaited<ReturnType<typeof readNew>>,
    actor: Actor,
    { id, source }: NewSpec,
  ): Promise<string> {
    await refuseTaken(client, wanted.metadata)
    const input = { newId: id, ...wanted, source, createdBy: actor.personId, by: actor }
    return kind.save(client, input, actor, undefined)
  }

  async function replaceIn(client: ClientBase, id: string, body: Body, actor: Actor): Promise<void> {
    await kind.requireSeen?.(client, id, actor)
    const stored = await lockRow(client, id)
    kind.requireEditable(stored)
    const { text, revision } = body
    const metadata = kind.metadata.parse(body)
    if (revision !== undefined && revision !== stored.revision)
      throw new RequestError('ECONFLICT', `This ${noun} was changed since you opened it`, [
        { path: 'revision', message: 'is not the present one' },
      ])
    const isMoved = stored.namespace !== metadata.namespace
    const spec = await requireSpec(body, { spec: stored.spec, isMoved })
    await refuseTaken(client, metadata, id)
    const input = {
      id,
      metadata,
      spec,
      text:
        text === undefined
          ? keptText(types, secrets, stored, spec.input)
          : await maskText(types, parser, text, spec.input),
      source: stored.source,
      createdBy: stored.created_by,
      by: actor,
    }
    await kind.save(client, input, actor, stored)
  }

  async function removeIn(client: ClientBase, id: string, actor: Actor): Promise<void> {
    await kind.requireSeen?.(client, id, actor)
    const stored = await lockRow(client, id)
    if (kind.requireRemovable === undefined) kind.requireEditable(stored)
    else await kind.requireRemovable(client, stored)
    await kind.remove(client, id, actor)
  }

  return {
    noun,
    metadata: kind.metadata,

    get: async (id: string, actor: Actor): Promise<Shown> => show(await requireSeen(id, actor), actor),

    /** Validates a draft. @param id of the resource whose stored secrets replace masks */
    async validate(written: WrittenSpec, id: string | undefined, actor: Actor): Promise<SpecProblem[]> {
      const spec = await read(written, await requireAny(id, actor))
      return spec.ok ? [] : spec.failure
    },

    /** Parses a draft, to try it. @param id of the resource whose stored secrets replace masks */
    async read(
      written: WrittenSpec,
      id: string | undefined,
      actor: Actor,
    ): Promise<{ spec: Spec; stored: Row | undefined }> {
      const stored = await requireAny(id, actor)
      return { spec: await requireSpec(written, stored), stored }
    },

    async create(body: Body, actor: Actor): Promise<Shown> {
      const wanted = await readNew(body)
      const id = await inTransaction(pool, (client) => createIn(client, wanted, actor, { source: UI_SOURCE }))
      return show(await requireRow(id), actor)
    },

    async replace(id: string, body: Body, actor: Actor): Promise<Shown> {
      await inTransaction(pool, (client) => replaceIn(client, id, body, actor))
      return show(await requireRow(id), actor)
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** The same verbs within the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** Reads a resource and locks it until the transaction of the caller ends. */
      async toChange(id: string): Promise<Record<string, unknown>> {
        const row = await lockRow(client, id)
        return { ...row, spec: maskSpec(types, row.spec) }
      },
      create: async (body: Body, actor: Actor, made: NewSpec) =>
        createIn(client, await readNew(body), actor, made),
      replace: (id: string, body: Body, actor: Actor) => replaceIn(client, id, body, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}
