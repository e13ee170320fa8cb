import { healthOf, type HealthOutcome } from '@binnacle/health-rules'
import { type Fields, textAt, textsAt } from '@binnacle/health-rules/document'
import type { RunCheck } from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  healthy,
  type Json,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { accessReader } from '@binnacle/clients/kubernetes/access'
import { cleanDocument, wholeDocument } from '@binnacle/clients/kubernetes/clean'
import { type ApiFailure, createApi } from '@binnacle/clients/kubernetes/client'
import { MOST_OBJECTS, objectsOf } from './objects.ts'
import type { KubernetesSpec } from './spec.ts'

/** Requests to the API at once. */
const IN_FLIGHT = 4
/** Objects that a stored result names. Scripts see all. */
const MOST_STORED = 100
/** Objects that an error names. */
const MOST_NAMED = 5
/** Replaces each value of a Secret. */
const HIDDEN = '***'

interface ObjectHealth {
  object: Fields
  health: HealthOutcome
}

/** The object for people: its namespace, if it has one, and its name. */
function nameOf(object: Fields): string {
  const namespace = textAt(object, 'metadata', 'namespace')
  const name = textAt(object, 'metadata', 'name') ?? ''
  return namespace === undefined ? name : `${namespace}/${name}`
}

function healthStatus({ health, status, ready, message }: HealthOutcome): Record<string, Json> {
  return {
    health,
    ready,
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
  }
}

/**
 * The object as scripts see it, beside what a component of a topology has. Values of Secrets are no part of it: results and
 * messages are for every reader.
 */
function documentOf({ object, health }: ObjectHealth): Record<string, Json> {
  const isSecret = textAt(object, 'kind') === 'Secret' && textAt(object, 'apiVersion') === 'v1'
  const document = isSecret ? cleanDocument(object, () => HIDDEN) : wholeDocument(object)
  return {
    ...summaryOf({ object, health }),
    labels: { ...textsAt(object, 'metadata', 'labels') },
    Object: { ...document, healthStatus: healthStatus(health) },
  }
}

/** One object in the evidence that is stored. */
function summaryOf({ object, health }: ObjectHealth): Record<string, Json> {
  const namespace = textAt(object, 'metadata', 'namespace')
  return {
    name: textAt(object, 'metadata', 'name') ?? '',
    ...(namespace === undefined ? {} : { namespace }),
    ...healthStatus(health),
  }
}

/** Says which objects are not as the check wants all of them. */
function complaint(found: readonly ObjectHealth[], failing: readonly ObjectHealth[], wanted: string): string {
  const named = failing.slice(0, MOST_NAMED).map(({ object, health: { health, status, message } }) => {
    const why = [status, message].filter((part) => part !== undefined).join(': ')
    return `${nameOf(object)} is ${wanted === 'ready' ? 'not ready' : health}${why === '' ? '' : ` (${why})`}`
  })
  const rest = failing.length - named.length
  return `${failing.length} of ${found.length} not ${wanted}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Without an answer of the API nothing is known of what policy forbids; everything else is a cluster that is not well. */
function failed({ code, message, status }: ApiFailure): CheckOutcome {
  const details = status === undefined ? {} : { code: status }
  return code === 'denied' || code === 'invalid-address'
    ? unknown(message, { details })
    : unhealthy(message, { details })
}

function outcomeOf(spec: KubernetesSpec, found: readonly ObjectHealth[]): CheckOutcome {
  const evidence = {
    details: { count: found.length, objects: found.slice(0, MOST_STORED).map(summaryOf) },
    data: () => ({ values: { results: found.map(documentOf) } }),
  }
  if (found.length === 0 && spec.test === undefined)
    return unhealthy(`found no ${spec.kind}, expected at least one`, evidence)
  const sick = spec.healthy === true ? found.filter(({ health }) => health.health !== 'healthy') : []
  if (sick.length > 0) return unhealthy(complaint(found, sick, 'healthy'), evidence)
  const unready = spec.ready === true ? found.filter(({ health }) => !health.ready) : []
  if (unready.length > 0) return unhealthy(complaint(found, unready, 'ready'), evidence)
  return healthy({ ...evidence, message: `found ${found.length} ${spec.kind}` })
}

export const run: RunCheck<KubernetesSpec> = async (spec, context) => {
  if (spec.connection !== undefined) return unknown(UNRESOLVED)
  const access = accessReader(spec.kubeconfig, context)
  const chosen = await access()
  if (!chosen.ok) return unknown(chosen.failure)
  const api = createApi(access, IN_FLIGHT, context)
  try {
    const now = context.now()
    const healthIn = (object: Fields) =>
      healthOf(`Kubernetes::${textAt(object, 'kind') ?? spec.kind}`, object, now)
    const found = await objectsOf(api, spec, (object) => healthIn(object).status, IN_FLIGHT)
    if (!found.ok) return failed(found.failure)
    if (found.value.length > MOST_OBJECTS)
      return unknown(
        `found more than ${MOST_OBJECTS} objects, the most of one check; choose fewer by selectors`,
      )
    return outcomeOf(
      spec,
      found.value.map((object) => ({ object, health: healthIn(object) })),
    )
  } finally {
    api.close()
  }
}
