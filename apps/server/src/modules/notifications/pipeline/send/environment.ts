import type { ScriptEngine, ScriptEnvironment } from '@binnacle/scripting'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { truthOf } from '@binnacle/scripting'
import type { SubjectKind } from '@binnacle/contract/kinds'
import type { SubjectState } from '../../../../platform/subjects.ts'

/** Parameter of the page that adds a silence, by kind. */
const silenceParameter: Readonly<Record<SubjectKind, string>> = {
  check: 'check_id',
  canary: 'canary_id',
  component: 'component_id',
  config: 'config_id',
}

/** The addresses that messages about a resource link to. */
export function linksOf(publicUrl: string, { kind, id, path }: Pick<SubjectState, 'kind' | 'id' | 'path'>) {
  return {
    permalink: publicUrl + path,
    silenceURL: `${publicUrl}/notifications/silences/add?${silenceParameter[kind]}=${id}`,
  }
}

/** Variables that scripts may read whatever a message is about; those that do not apply are empty. */
const absent: ScriptEnvironment['variables'] = {
  agent: {},
  check: {},
  canary: {},
  status: {},
  config: {},
  component: {},
  incident: {},
  responder: {},
  evidence: {},
  hypothesis: {},
  comment: {},
  author: {},
  playbook: {},
  run: {},
  approval: {},
  person: {},
}

/** Last part of an event's name: `failed` of `check.failed`. */
function newState(event: string): string {
  return event.slice(event.lastIndexOf('.') + 1)
}

/**
 * Values that filters and templates see. Source: reference, backend behavior, section 2.4.
 * @param channel the notification service; empty in filters
 */
export function environmentOf(
  publicUrl: string,
  event: string,
  state: SubjectState,
  channel = '',
): ScriptEnvironment {
  return {
    variables: {
      ...absent,
      ...state.variables,
      ...linksOf(publicUrl, state),
      new_state: newState(event),
      channel,
      health: state.health,
      labels: state.labels,
      resource: {
        kind: state.kind,
        name: state.name,
        type: state.type ?? '',
        namespace: state.namespace ?? '',
      },
      severity: state.severity,
    },
  }
}

/** Whether a filter lets an event through. A filter that cannot be evaluated is a failure that says why. */
export async function passes(
  scripts: ScriptEngine,
  filter: string | undefined,
  environment: ScriptEnvironment,
): Promise<Result<boolean, string>> {
  if (filter === undefined) return succeed(true)
  const output = await scripts.evaluate({ language: 'cel', source: filter }, environment)
  if (!output.ok) {
    const { message, line, column } = output.failure
    return fail(`${message} (line ${line}, column ${column})`)
  }
  return truthOf(output.value.text)
}
