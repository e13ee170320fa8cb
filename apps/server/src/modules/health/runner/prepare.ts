import type { Secrets } from '../../../platform/secrets.ts'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { unsealEntry } from '../../../platform/specs/stored-spec.ts'
import { commonCheckFields, type CommonCheckSpec, retries } from '@binnacle/plugin-kit/checks'
import { isRecord } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { Subject } from '../pipeline/index.ts'
import { timeoutOf } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { entrySecrets } from '../../../platform/specs/types.ts'
import { withEnvironment } from '../canary-spec/environment.ts'
import { type RetryPlan, retryPlan } from '../canary-spec/retries.ts'
import { asksForLastResult } from '../canary-spec/scripts.ts'
import { type Thresholds, thresholdsOf } from '../results/check-status.ts'
import { isNaming, type SpecSources } from '../../../platform/specs/complete.ts'
import { connectCheck, type NamingCheck } from './connections.ts'
import type { RunnableCheck } from './runner.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import type { HealthTables } from '../tables.ts'

/** A parsed check, which can run once its connections and references are resolved. */
export interface PreparedCheck extends RunnableCheck {
  /** The unresolved check, if it has connections or references to resolve before each run. */
  naming?: NamingCheck
}

/** A parsed check, or why it cannot run. */
type CheckPreparation = Result<PreparedCheck, string>

/** Facts about a check that are known even if it cannot run. */
export interface CheckPlan {
  subject: Subject
  retries: RetryPlan | undefined
  thresholds: Thresholds
  /** Whether the data for scripts is stored with every result. */
  keepsData: boolean
  needsLastResult: boolean
  /** Names of its dependencies in the canary. */
  dependsOn: readonly string[]
  /** Whether it is a suite, which reads the other checks of its canary. */
  isSuite: boolean
  /** Whether it is a test of a suite. */
  inSuite: boolean
  /** Whether its results are sent to it, so that the product does not run it. */
  receives: boolean
}

const loadChecks = (pool: Pool, ids: readonly string[]) =>
  tablesOn<HealthTables>(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.canaries as canaries', 'canaries.id', 'checks.canary_id')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .select([
      'checks.id',
      'checks.type',
      'checks.name',
      'checks.description',
      'checks.labels',
      'checks.endpoint',
      'checks.spec',
      'checks.schedule',
      'checks.keeps_data',
      'checks.suite',
      'state.revision',
      'state.suite_id',
      'canaries.id as canary_id',
      'canaries.name as canary_name',
      'canaries.namespace as canary_namespace',
      'canaries.labels as canary_labels',
      fragment`canaries.spec -> 'retries'`.as('canary_retries'),
      fragment`canaries.spec -> 'env'`.as('canary_env'),
    ])
    .where('checks.id', '=', anyOf(ids))
    .execute()

type StoredCheck = Awaited<ReturnType<typeof loadChecks>>[number]

/** A check in the cache between its runs. */
export interface CachedCheck {
  revision: string
  schedule: string | null
  plan: CheckPlan
  prepared: CheckPreparation
}

function subjectOf(stored: StoredCheck): Subject {
  const { id, name, description, labels, endpoint } = stored
  return {
    canary: {
      id: stored.canary_id,
      name: stored.canary_name,
      namespace: stored.canary_namespace,
      labels: stored.canary_labels,
    },
    check: { id, name, description: description ?? '', labels, endpoint: endpoint ?? '' },
  }
}

const commonFields = z.object(commonCheckFields)

/** Reads the fields that all check types share. None of them is secret. */
function planCheck(types: CheckTypes, stored: StoredCheck, prepared: CheckPreparation): CheckPlan {
  const parsed = commonFields.safeParse(stored.spec)
  const spec: CommonCheckSpec = parsed.success ? parsed.data : { name: stored.name }
  const ofCanary = retries.safeParse(stored.canary_retries)
  return {
    subject: subjectOf(stored),
    retries: retryPlan(ofCanary.data, spec.retries),
    thresholds: thresholdsOf(spec),
    keepsData: stored.keeps_data,
    needsLastResult: asksForLastResult(
      spec,
      prepared.ok ? (prepared.value.type.definition.scripts?.(prepared.value.spec) ?? []) : [],
    ),
    dependsOn: spec.dependsOn ?? [],
    isSuite: stored.suite,
    inSuite: stored.suite_id !== null,
    receives: types.get(stored.type)?.definition.receives !== undefined,
  }
}

/** Makes stored checks ready to run. */
function prepareCheck(types: CheckTypes, secrets: Secrets, stored: StoredCheck): CheckPreparation {
  if (stored.suite) return fail('its status comes from the other checks of its canary')
  const type = types.get(stored.type)
  if (type === undefined) return fail(`this version of Binnacle has no check type "${stored.type}"`)
  const written = isRecord(stored.spec) ? withEnvironment(stored.spec, stored.canary_env) : stored.spec
  const plain = unsealEntry(type, secrets, written)
  if (!plain.ok) return plain
  const spec = type.definition.schema.safeParse(plain.value)
  if (!spec.success)
    return fail(`the stored spec is not valid any more: ${spec.error.issues[0]?.message ?? ''}`)
  return succeed({
    type,
    spec: spec.data,
    timeoutMilliseconds: timeoutOf(type, spec.data),
    secrets: entrySecrets(type, plain.value),
    ...(isRecord(plain.value) && isNaming(type, plain.value)
      ? { naming: { type, written: plain.value, namespace: stored.canary_namespace } }
      : {}),
  })
}

/** Resolves a check for a run. @returns the check, or why it cannot run */
export async function resolveCheck(
  check: PreparedCheck,
  sources: SpecSources,
): Promise<Result<PreparedCheck, string>> {
  if (check.naming === undefined) return succeed(check)
  const connected = await connectCheck(check.naming, sources)
  return connected.ok ? succeed({ ...check, ...connected.value }) : connected
}

const MOST_CACHED = 50_000

/** Caches parsed checks by id until their revision changes. */
export class PreparedChecks {
  readonly #cached = new Map<string, CachedCheck>()
  readonly #pool: Pool
  readonly #types: CheckTypes
  readonly #secrets: Secrets
  readonly #mostCached: number

  constructor(pool: Pool, types: CheckTypes, secrets: Secrets, mostCached = MOST_CACHED) {
    this.#pool = pool
    this.#types = types
    this.#secrets = secrets
    this.#mostCached = mostCached
  }

  /**
   * Returns checks from the cache, and loads those with a new revision in one query. A check that changed meanwhile is
   * returned in its current form.
   */
  async get(
    wanted: readonly { check_id: string; revision: string }[],
  ): Promise<ReadonlyMap<string, CachedCheck>> {
    const found = new Map<string, CachedCheck>()
    const missing: string[] = []
    for (const { check_id: id, revision } of wanted) {
      const known = this.#cached.get(id)
      if (known?.revision === revision) found.set(id, known)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const rows = await loadChecks(this.#pool, missing)
    // Removed checks would stay in the cache for ever, so empty it. Checks in use are loaded again.
    if (this.#cached.size > this.#mostCached) this.#cached.clear()
    for (const stored of rows) {
      const prepared = prepareCheck(this.#types, this.#secrets, stored)
      const check: CachedCheck = {
        revision: stored.revision,
        schedule: stored.schedule,
        plan: planCheck(this.#types, stored, prepared),
        prepared,
      }
      found.set(stored.id, check)
      this.#cached.set(stored.id, check)
    }
    return found
  }
}
