import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { canaryMetadata } from '../canary-spec/canary.ts'
import type { CanaryVerbs } from './verbs.ts'

const shape = canaryMetadata.extend({ spec: z.unknown() })

/** Handles writes of canaries through the data service with the verbs of the API. */
export function createCanaryWriter(canaries: CanaryVerbs): Writer<Actor> {
  return createSpecWriter({ noun: 'canary', shape }, (client) => canaries.within(client))
}
