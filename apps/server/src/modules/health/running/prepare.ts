import type { Secrets } from '../../../platform/secrets.ts'
import { fail, type Result, succeed } from '@binnacle/contract'
import type { Pool } from 'pg'
import { isRecord } from '@binnacle/plugin-kit'
import { unsealCheck } from '../canaries/stored-spec.ts'
import { type CheckTypes, checkSecrets } from '../spec/check-types.ts'
import { connectCheck, type ConnectionSource, isNaming, type NamingCheck } from './connections.ts'
import type { RunnableCheck } from './runner.ts'

/** A check that cannot run says why. */
export type Prepared = Result<RunnableCheck | NamingCheck, string>

interface StoredCheck {
  id: string
  type: string
  /** Of its canary. */
  namespace: string
  spec: unknown
  schedule: string | null
  timeout_milliseconds: number
}

/** What is kept of a check between its runs. */
export interface KeptCheck {
  revision: string
  schedule: string | null
  prepared: Prepared
}

/** Makes stored checks ready to run. */
export function prepareCheck(types: CheckTypes, secrets: Secrets, stored: StoredCheck): Prepared {
  const type = types.get(stored.type)
  if (type === undefined) return fail(`this version of Binnacle has no check type "${stored.type}"`)
  const plain = unsealCheck(type, secrets, stored.spec)
  if (!plain.ok) return plain
  if (isRecord(plain.value) && isNaming(type, plain.value))
    return succeed({
      type,
      written: plain.value,
      namespace: stored.namespace,
      timeoutMilliseconds: stored.timeout_milliseconds,
    })
  const spec = type.definition.schema.safeParse(plain.value)
  if (!spec.success)
    return fail(`the stored spec is not valid any more: ${spec.error.issues[0]?.message ?? ''}`)
  return succeed({
    type,
    spec: spec.data,
    timeoutMilliseconds: stored.timeout_milliseconds,
    secrets: checkSecrets(type, plain.value),
  })
}

const loadChecks = `
  select checks.id, checks.type, checks.spec, checks.schedule, canaries.namespace, state.timeout_milliseconds
  from core.checks
  join core.check_state as state on state.check_id = checks.id
  join core.canaries on canaries.id = checks.canary_id
  where checks.id = any($1)`

/** A check as it runs now: with the connections that it names, as they are now. */
export async function readyCheck(
  prepared: Prepared,
  connections: ConnectionSource,
): Promise<Result<RunnableCheck, string>> {
  if (!prepared.ok) return prepared
  return 'written' in prepared.value ? connectCheck(prepared.value, connections) : succeed(prepared.value)
}

const MOST_KEPT = 50_000

/** Parsed checks by id, kept as long as their revision is the same. */
export class PreparedChecks {
  readonly #kept = new Map<string, KeptCheck>()
  readonly #pool: Pool
  readonly #types: CheckTypes
  readonly #secrets: Secrets

  constructor(pool: Pool, types: CheckTypes, secrets: Secrets) {
    this.#pool = pool
    this.#types = types
    this.#secrets = secrets
  }

  /** The checks of these revisions; those not known yet are loaded with one query. */
  async get(
    wanted: readonly { check_id: string; revision: string }[],
  ): Promise<ReadonlyMap<string, KeptCheck>> {
    const missing = wanted.filter(({ check_id: id, revision }) => this.#kept.get(id)?.revision !== revision)
    if (missing.length > 0) {
      // Checks that were removed would stay for ever; those that are needed come back.
      if (this.#kept.size > MOST_KEPT) this.#kept.clear()
      const revisions = new Map(missing.map(({ check_id: id, revision }) => [id, revision]))
      const { rows } = await this.#pool.query<StoredCheck>(loadChecks, [[...revisions.keys()]])
      for (const stored of rows)
        this.#kept.set(stored.id, {
          revision: revisions.get(stored.id) ?? '',
          schedule: stored.schedule,
          prepared: prepareCheck(this.#types, this.#secrets, stored),
        })
    }
    return this.#kept
  }
}
