import { DataError } from '../errors.ts'
import type { Access, DataAction, Refusal } from '../options.ts'
import type { Incoming } from '../plan/request.ts'
import type { Touched } from '../sql/touched.ts'

/**
 * Asks about everything that a request touches.
 * @throws DataError for the first thing that is refused
 */
export function authorize<Actor>({ actor, settings }: Incoming<Actor>, touched: Touched): void {
  const ask = settings.authorize
  if (ask === undefined) return
  for (const { schema, name, kind, action, columns } of touched.all())
    refuse(ask({ actor, schema, name, kind, action, columns: [...columns] }))
}

/**
 * Asks about the one thing that the path of a request names, before its query and body are read. `authorize` asks again
 * with the columns, and about everything else that the request touches.
 * @throws DataError if it is refused
 */
export function authorizeFirst<Actor>(
  { actor, schema, settings }: Incoming<Actor>,
  kind: Access<Actor>['kind'],
  name: string,
  action: DataAction,
): void {
  refuse(settings.authorize?.({ actor, schema, name, kind, action, columns: [] }))
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === undefined) return
  throw new DataError(
    refusal.status ?? 403,
    refusal.code ?? '42501',
    refusal.message,
    refusal.hint === undefined ? {} : { hint: refusal.hint },
  )
}
