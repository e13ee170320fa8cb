import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { CheckContext, RunCheck } from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  healthy,
  type Json,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { answerDetails } from '@binnacle/plugin-kit/http'
import { askStore, objectUrl, type StoreRequest } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import type { S3Spec } from './spec.ts'

/**
 * The content that a run writes, different in each run, so that an old object is not taken for the new one. Stores
 * that do not write atomically return a part of it, or nothing, to concurrent readers.
 */
const ourContent = /^[0-9a-f]{0,16}$/
/** Another run may write between our write and our read. A store that returns an old object does it every time. */
const MOST_TRIES = 4
/** Longest pause before the second try in milliseconds, doubled for each further one. Runs that met are unlikely to meet again. */
const FIRST_PAUSE = 50

/** Creates the state of a run: the duration of each step, and the evidence of the newest. */
function startCourse(spec: S3Spec, context: CheckContext) {
  const store = storeOf(spec)
  const started = performance.now()
  const steps: Record<string, number> = {}
  let newest: Record<string, Json> = {}
  const evidence = () => ({
    durationMilliseconds: performance.now() - started,
    details: { ...newest, steps: { ...steps } },
  })
  return {
    evidence,
    /** Sends a request. @returns the content of the answer, or the outcome of a failed run */
    async step(name: string, request: StoreRequest): Promise<string | CheckOutcome> {
      const begun = performance.now()
      const answer = await askStore(store, request, context)
      steps[name] = Math.round(((steps[name] ?? 0) + performance.now() - begun) * 10) / 10
      newest = answer.ok ? answerDetails(answer.value, undefined) : { ...answer.failure.details }
      return answer.ok ? answer.value.body.toString('utf8') : { ...answer.failure, ...evidence() }
    },
  }
}

export const run: RunCheck<S3Spec> = async (spec, context) => {
  if (spec.connection !== undefined) return unknown(UNRESOLVED)
  const store = storeOf(spec)
  const course = startCourse(spec, context)
  const { bucketName, objectPath } = spec
  const object = objectUrl(store, bucketName, objectPath)
  const list = objectUrl(store, bucketName)
  list.search = '?list-type=2&max-keys=1'
  const listed = await course.step('list', { purpose: `listing ${bucketName}`, method: 'GET', url: list })
  if (typeof listed !== 'string') return listed
  let read: string | CheckOutcome = ''
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (tries > 0) {
      const pause = setTimeout(randomInt(FIRST_PAUSE * 2 ** (tries - 1)), undefined, {
        signal: context.signal,
      })
      // The next request says that the run was told to stop.
      await pause.catch(() => {})
    }
    const body = randomBytes(8).toString('hex')
    const written = await course.step('write', {
      purpose: `writing ${objectPath}`,
      method: 'PUT',
      url: object,
      body,
    })
    if (typeof written !== 'string') return written
    read = await course.step('read', { purpose: `reading ${objectPath}`, method: 'GET', url: object })
    if (typeof read !== 'string') return read
    if (read === body) return healthy({ ...course.evidence(), message: `wrote and read ${objectPath}` })
    if (!ourContent.test(read)) break
  }
  return unhealthy(
    `reading ${objectPath}: another content than was written (${Buffer.byteLength(read)} bytes)`,
    course.evidence(),
  )
}
