import type { Relation } from '../catalog/types.ts'
import type { DataAction } from '../options.ts'

/** One relation or function that a request touches. */
export interface Touch {
  schema: string
  name: string
  kind: 'relation' | 'function'
  action: DataAction
  columns: Set<string>
}

/** Collects everything a request touches while it is compiled, so that it can be judged before it runs. */
export interface Touched {
  relation(relation: Relation, action?: DataAction): Touch
  column(relation: Relation, column: string): void
  call(called: { schema: string; name: string }): void
  all(): readonly Touch[]
}

export function createTouched(): Touched {
  const touches = new Map<string, Touch>()
  const note = (schema: string, name: string, kind: Touch['kind'], action: DataAction): Touch => {
    const key = JSON.stringify([schema, name, kind, action])
    const touch = touches.get(key) ?? { schema, name, kind, action, columns: new Set() }
    touches.set(key, touch)
    return touch
  }
  return {
    relation: ({ schema, name }, action = 'select') => note(schema, name, 'relation', action),
    column: ({ schema, name }, column) => void note(schema, name, 'relation', 'select').columns.add(column),
    call: ({ schema, name }) => void note(schema, name, 'function', 'execute'),
    all: () => [...touches.values()],
  }
}
