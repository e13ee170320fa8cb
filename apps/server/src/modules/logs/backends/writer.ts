import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { logBackendMetadata } from '../spec/backend.ts'
import type { LogBackendVerbs } from './verbs.ts'

const shape = logBackendMetadata.extend({ spec: z.unknown() })

/** Handles writes of log backends through the data service with the verbs of the API. */
export function createLogBackendWriter(backends: LogBackendVerbs): Writer<Actor> {
  return createSpecWriter({ noun: 'log backend', shape }, (client) => backends.within(client))
}
