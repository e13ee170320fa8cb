import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import type { Secrets } from '../../../platform/secrets.ts'
import { mapSpecSecrets } from '../../../platform/specs/types.ts'
import type { ParsedTopology, TopologyParser } from '../spec/topology.ts'

/** A stored topology. */
export interface StoredTopology {
  id: string
  agent_id: string
  name: string
  namespace: string
  labels: Record<string, string>
  spec: Record<string, unknown>
  schedule: string | null
  source: string | null
}

/** A topology in use. */
export async function findTopology(
  client: ClientBase | Pool,
  id: string,
): Promise<StoredTopology | undefined> {
  const { rows } = await client.query<StoredTopology>(
    `select id, agent_id, name, namespace, labels, spec, schedule, source from core.topologies
     where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0]
}

/** Makes a stored topology ready to run. @returns why it cannot run, if it cannot */
export async function openTopologySpec(
  { spec }: Pick<StoredTopology, 'spec'>,
  { parser, secrets }: { parser: TopologyParser; secrets: Secrets },
): Promise<Result<ParsedTopology, string>> {
  let failure: string | undefined
  const plain = mapSpecSecrets(parser.types, spec, (sealed) => {
    const opened = secrets.unseal(sealed)
    if (opened.ok) return opened.value
    failure = opened.failure
    return ''
  })
  if (failure !== undefined) return fail(failure)
  const parsed = await parser.parse(plain)
  if (parsed.ok) return succeed(parsed.value)
  const [first] = parsed.failure
  return fail(`the stored spec is not valid any more: ${first?.path ?? ''}: ${first?.message ?? ''}`)
}
