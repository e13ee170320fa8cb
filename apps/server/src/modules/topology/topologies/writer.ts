import type { Writer } from '@binnacle/data-api'
import type { Actor } from '../../../platform/access/actor.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { topologyMetadata, type TopologyVerbs } from './verbs.ts'
import { z } from 'zod'

const shape = topologyMetadata.extend({ spec: z.unknown() })

/** Handles writes of topologies through the data service with the verbs of the API. */
export function createTopologyWriter(topologies: TopologyVerbs): Writer<Actor> {
  return createSpecWriter({ noun: 'topology', shape }, (client) => topologies.within(client))
}
