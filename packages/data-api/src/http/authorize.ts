import type { Connections } from '../database.ts'
import { DataError } from '../errors.ts'
import type { Access, DataAction, Refusal } from '../options.ts'
import type { Incoming } from '../plan/request.ts'
import type { Compilation } from '../sql/fields.ts'
import { rowRightsOf } from '../sql/row-rights.ts'
import { createTouched } from '../sql/touched.ts'

/** Not exported: only `authorize` makes one. */
class AuthorizedRequest {
  readonly #compilation: Compilation

  constructor(compilation: Compilation) {
    this.#compilation = compilation
  }

  /** Whether the request reads or writes a relation with rows that may be hidden from its sender. */
  get restricted(): boolean {
    return this.#compilation.rights.restricted
  }
}

/** A request that may run: everything that it touches was judged, and its rows are those of its sender. */
export type Authorized = AuthorizedRequest

/** Gives connections to a request that may run. */
export type Connect = (authorized: Authorized) => Connections

/** What the parts of a request are compiled with: the rows of whoever asks, and a list of what is touched. */
export function compilationOf<Actor>({ catalog, settings, actor }: Incoming<Actor>): Compilation {
  return { catalog, touched: createTouched(), rights: rowRightsOf(settings, actor) }
}

/**
 * Asks about everything that a request touches.
 * @throws DataError for the first thing that is refused
 */
export function authorize<Actor>({ actor, settings }: Incoming<Actor>, compilation: Compilation): Authorized {
  const ask = settings.authorize
  if (ask !== undefined)
    for (const { schema, name, kind, action, columns } of compilation.touched.all())
      refuse(ask({ actor, schema, name, kind, action, columns: [...columns] }))
  return new AuthorizedRequest(compilation)
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
