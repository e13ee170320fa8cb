import type { Evaluation, ScriptKind } from '@binnacle/contract/health'
import { formatDuration } from '@binnacle/contract/text'
import { createRedactor, redactDeep } from '@binnacle/egress'
import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import { isRecord, SECRET_MASK } from '@binnacle/plugin-kit/core'
import { type ScriptEngine, scriptOf } from '@binnacle/scripting'
import type { Pool } from 'pg'
import { RequestError } from '../../../platform/errors.ts'
import { environmentOf, type Findings, findingsOf } from '../pipeline/environment.ts'
import type { LastResult } from '../pipeline/index.ts'
import { isSecretVariable, secretsSeen, secretVariables } from '../pipeline/seen.ts'
import { hasScript } from '../canary-spec/scripts.ts'
import { findNewestResult, findOutputs } from './readiness.ts'
import type { CachedCheck, PreparedCheck, PreparedChecks } from './prepare.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { HealthTables } from '../tables.ts'

export interface EvaluatorDependencies {
  pool: Pool
  prepared: PreparedChecks
  scripts: ScriptEngine
}

/** Runs scripts of people on stored results. */
export interface Evaluator {
  evaluate(checkId: string, request: { kind: ScriptKind; script: string }): Promise<Evaluation>
}

const findCheck = (pool: Pool, id: string) =>
  tablesOn<HealthTables>(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .leftJoin('core.check_data as data', 'data.check_id', 'checks.id')
    .select(['state.revision', 'checks.transformed', 'data.data', 'data.time as data_time'])
    .where('checks.id', '=', id)
    .where('checks.deleted_at', 'is', null)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findCheck>>>

function outcomeOf({ state, duration, details }: LastResult) {
  return { state, durationMilliseconds: duration, ...(details === null ? {} : { details }) }
}

/** Converts values to JSON and masks possible secrets. */
function masked(values: object, secrets: readonly string[]): Record<string, unknown> {
  const plain: unknown = JSON.parse(JSON.stringify(values))
  const cleaned = redactDeep(plain, createRedactor(secrets))
  return isRecord(cleaned) ? cleaned : {}
}

/** Masks the secret variables of a check. Its references were not resolved. */
function withMasks(spec: CommonCheckSpec): CommonCheckSpec {
  if (spec.env === undefined) return spec
  return {
    ...spec,
    env: spec.env.map((variable) =>
      isSecretVariable(variable) ? { name: variable.name, value: SECRET_MASK, secret: true } : variable,
    ),
  }
}

/** Creates the evaluator. */
export function createEvaluator({ pool, prepared, scripts }: EvaluatorDependencies): Evaluator {
  async function requireCheck(
    id: string,
  ): Promise<{ check: CachedCheck; prepared: PreparedCheck; row: Row }> {
    const row = await findCheck(pool, id)
    if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no check with this id')
    if (row.transformed)
      throw new RequestError(
        'ECONFLICT',
        'The result of this check comes from another check. Try scripts on that one',
      )
    const check = (await prepared.get([{ check_id: id, revision: row.revision }])).get(id)
    if (check?.prepared.ok !== true)
      throw new RequestError('ECONFLICT', `This check cannot run: ${check?.prepared.failure ?? 'it is gone'}`)
    return { check, prepared: check.prepared.value, row }
  }

  return {
    async evaluate(checkId, { kind, script: source }) {
      const {
        check,
        prepared: { spec, secrets },
        row,
      } = await requireCheck(checkId)
      const script = scriptOf({ [kind]: source })
      const last = await findNewestResult(pool, checkId)
      if (script === undefined) throw new RequestError('EINVALID', 'script: is empty')
      if (last === undefined)
        throw new RequestError('ECONFLICT', 'This check has no result yet; run it first')
      const { data, data_time: dataTime } = row
      const complete = data !== null && dataTime?.getTime() === last.time.getTime()
      const outcome = outcomeOf(last)
      const findings: Findings = complete ? data : findingsOf(outcome)
      const known = { lastResult: last, outputs: await findOutputs(pool, check.plan) }
      const { subject } = check.plan
      // A new script could print the variables in a form that redaction does not recognize.
      const shown = hasScript(spec, source) ? spec : withMasks(spec)
      // Stored findings have no secrets, so scripts see those of shown variables only.
      const seen = secretsSeen(secrets, {
        findings,
        variables: secretVariables(shown),
        endpoint: subject.check.endpoint,
      })
      const environment = environmentOf({ spec: shown, subject, known, secrets: seen }, outcome, findings)
      const output = await scripts.evaluate(script, { ...environment, keepSecrets: false })
      const durations = Object.entries(findings.durations).map(([name, length]) => [
        name,
        formatDuration(length),
      ])
      return {
        ok: output.ok,
        output: output.ok ? output.value.text : null,
        value: output.ok ? output.value.value : null,
        error: output.ok
          ? null
          : {
              message: output.failure.message,
              line: output.failure.line,
              column: output.failure.column,
              excerpt: output.failure.excerpt,
            },
        time: last.time.toISOString(),
        complete,
        environment: masked({ ...environment.variables, ...Object.fromEntries(durations) }, seen),
        functions: masked(environment.given ?? {}, seen),
      }
    },
  }
}
