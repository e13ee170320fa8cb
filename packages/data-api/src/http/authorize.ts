import { DataError } from '../errors.ts'
import type { Incoming } from '../plan/request.ts'
import type { Touched } from '../sql/touched.ts'

/**
 * Asks about everything that a request touches.
 * @throws DataError for the first thing that is refused
 */
export function authorize<Actor>({ actor, settings }: Incoming<Actor>, touched: Touched): void {
  const ask = settings.authorize
  if (ask === undefined) return
  for (const { schema, name, kind, action, columns } of touched.all()) {
    const refusal = ask({ actor, schema, name, kind, action, columns: [...columns] })
    if (refusal !== undefined)
      throw new DataError(
        refusal.status ?? 403,
        refusal.code ?? '42501',
        refusal.message,
        refusal.hint === undefined ? {} : { hint: refusal.hint },
      )
  }
}
