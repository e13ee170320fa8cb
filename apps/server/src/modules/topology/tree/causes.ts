import type { Cause } from '@binnacle/contract/topology'
import { healthOf } from '@binnacle/contract/core'
import type { Model, TreeNode } from './model.ts'

type OwnCause = Omit<Cause, 'path'>

const weights = { check: 0, config: 1, component: 2, topology: 3 } as const

/** The worst first, then what is measured before what is concluded, then what failed first. */
function compareCauses(one: OwnCause, other: OwnCause): number {
  return (
    Number(other.health === 'unhealthy') - Number(one.health === 'unhealthy') ||
    weights[one.kind] - weights[other.kind] ||
    (one.since ?? '9').localeCompare(other.since ?? '9') ||
    one.id.localeCompare(other.id)
  )
}

/** What is wrong with a component itself, the worst first. */
function ownCauses({ data, failing }: TreeNode): OwnCause[] {
  const reported = healthOf(data.said_health)
  const causes: OwnCause[] = [...failing]
  if (reported === 'unhealthy' || reported === 'warning')
    causes.push({
      kind: 'component',
      id: data.id,
      name: data.name,
      health: reported,
      message: data.status_reason ?? data.said_status,
      since: data.health_since,
    })
  return causes.toSorted(compareCauses)
}

function isWrong({ data }: TreeNode): boolean {
  return data.health === 'unhealthy' || data.health === 'warning'
}

/** What an expression says of a component below which nothing is wrong. */
function concluded({ data }: TreeNode): OwnCause {
  return {
    kind: 'component',
    id: data.id,
    name: data.name,
    health: healthOf(data.health),
    message: data.status_reason,
    since: data.health_since,
  }
}

/** The best cause of each component of a model, found once for each. */
export function createCauses(model: Model): (node: TreeNode) => Cause | null {
  const known = new Map<string, Cause | null>()
  const visiting = new Set<string>()
  function causeOf(node: TreeNode): Cause | null {
    const { id, name } = node.data
    const done = known.get(id)
    if (done !== undefined) return done
    if (!isWrong(node) || visiting.has(id)) return null
    visiting.add(id)
    const here = { id, name }
    const [own] = ownCauses(node)
    const candidates: Cause[] = own === undefined ? [] : [{ ...own, path: [here] }]
    for (const child of model.childrenOf(node)) {
      const cause = causeOf(child)
      if (cause !== null) candidates.push({ ...cause, path: [here, ...cause.path] })
    }
    const best = candidates.toSorted(compareCauses)[0] ?? { ...concluded(node), path: [here] }
    visiting.delete(id)
    known.set(id, best)
    return best
  }
  return causeOf
}
