import { fail, type Result, succeed } from '@binnacle/contract/core'
import { redactDeep, type Redactor } from '@binnacle/egress'
import { type CheckOutcome, isRecord, type Json } from '@binnacle/plugin-kit/core'
import type { FinishedAttempt } from './index.ts'
import type { RelatedThings } from './related.ts'
import type { MetricSample } from './samples.ts'
import type { TransformedOutcome } from './transformed.ts'

function isJsonRecord(value: unknown): value is Record<string, Json> {
  return isRecord(value)
}

function cleanRecord(
  record: Readonly<Record<string, Json>> | undefined,
  redact: Redactor,
): Readonly<Record<string, Json>> | undefined {
  const cleaned = redactDeep(record, redact)
  return isJsonRecord(cleaned) ? cleaned : undefined
}

function cleanTexts(texts: Readonly<Record<string, string>>, redact: Redactor): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [redact(key), redact(text)]))
}

/** A check may not say that it belongs to something that has a secret in its name. */
function cleanRelated(
  related: Result<RelatedThings, string> | undefined,
  redact: Redactor,
): Result<RelatedThings, string> | undefined {
  if (related === undefined) return undefined
  if (!related.ok) return fail(redact(related.failure))
  const isClean = (selector: object) => redact(JSON.stringify(selector)) === JSON.stringify(selector)
  const { components, configs } = related.value
  return succeed({ components: components.filter(isClean), configs: configs.filter(isClean) })
}

/** Redacts an outcome, and removes the data for scripts. */
function cleanOutcome({ data: _unseen, ...outcome }: CheckOutcome, redact: Redactor): CheckOutcome {
  const details = cleanRecord(outcome.details, redact)
  return {
    ...outcome,
    ...(outcome.message === undefined ? {} : { message: redact(outcome.message) }),
    ...(outcome.error === undefined ? {} : { error: redact(outcome.error) }),
    ...(details === undefined ? {} : { details }),
  }
}

function cleanTransformed(result: TransformedOutcome, redact: Redactor): TransformedOutcome {
  const text = (value: string | undefined) => (value === undefined ? undefined : redact(value))
  return {
    ...result,
    type: redact(result.type),
    name: redact(result.name),
    namespace: text(result.namespace),
    description: text(result.description),
    icon: text(result.icon),
    endpoint: text(result.endpoint),
    labels: cleanTexts(result.labels, redact),
    message: text(result.message),
    error: text(result.error),
    details: cleanRecord(result.details, redact),
    related: cleanRelated(result.related, redact),
  }
}

function cleanSample(sample: MetricSample, redact: Redactor): MetricSample {
  return { ...sample, labels: cleanTexts(sample.labels, redact) }
}

/** Redacts everything that an attempt returns, including the output of scripts. */
export function cleanFinished(finished: FinishedAttempt, redact: Redactor): FinishedAttempt {
  const { outcome, findings, transformed, samples, related } = finished
  const values = cleanRecord(findings?.values, redact)
  return {
    outcome: cleanOutcome(outcome, redact),
    findings:
      findings === undefined || values === undefined ? undefined : { values, durations: findings.durations },
    transformed: transformed?.map((result) => cleanTransformed(result, redact)),
    samples: samples.map((sample) => cleanSample(sample, redact)),
    related: cleanRelated(related, redact),
  }
}
