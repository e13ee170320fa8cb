import { nameKey, type Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { DataAction } from '../options.ts'

/** One relation or function that a request touches. */
interface Touch {
  schema: string
  name: string
  kind: 'relation' | 'function'
  action: DataAction
  columns: Set<string>
}

/** Collects everything that a request touches while it is compiled, so that it can be authorized before it runs. */
export interface TouchCollector {
  relation(relation: Relation, action?: DataAction): Touch
  column(relation: Relation, column: string): void
  call(called: { schema: string; name: string }): void
  /**
   * Adds the weight of a part of the statement: about one for each value and name in it.
   * @throws DataError if the total is too heavy: a short request can repeat the same filters many times
   */
  weigh(amount: number): void
  all(): readonly Touch[]
}

/** Far more than any ordinary request of 32 kB has, and far less than PostgreSQL's limit of 65,535 parameters. */
const HEAVIEST = 30_000

export function createTouchCollector(): TouchCollector {
  const touches: Touch[] = []
  const relations = new Map<DataAction, Map<Relation, Touch>>()
  const functions = new Set<string>()
  let weight = 0
  const weigh = (amount: number) => {
    weight += amount
    if (weight > HEAVIEST)
      throw new DataError(400, 'PGRST100', 'The request is too complex', {
        hint: 'Ask for less at once: fewer columns, filters or embedded resources.',
      })
  }
  const noteRelation = (relation: Relation, action: DataAction): Touch => {
    const ofAction = relations.get(action) ?? new Map<Relation, Touch>()
    const known = ofAction.get(relation)
    if (known !== undefined) return known
    const { schema, name } = relation
    const touch: Touch = { schema, name, kind: 'relation', action, columns: new Set() }
    touches.push(touch)
    relations.set(action, ofAction.set(relation, touch))
    return touch
  }
  return {
    weigh,
    relation(relation, action = 'select') {
      weigh(1)
      return noteRelation(relation, action)
    },
    column(relation, column) {
      weigh(1)
      noteRelation(relation, 'select').columns.add(column)
    },
    call({ schema, name }) {
      weigh(1)
      const key = nameKey(schema, name)
      if (functions.has(key)) return
      functions.add(key)
      touches.push({ schema, name, kind: 'function', action: 'execute', columns: new Set() })
    },
    all: () => touches,
  }
}
