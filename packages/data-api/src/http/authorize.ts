import type { Connections } from '../database.ts'
import { DataError } from '../errors.ts'
import type { Access, DataAction, Refusal } from '../options.ts'
import type { IncomingRequest } from '../plan/request.ts'
import type { Compilation } from '../sql/fields.ts'
import { rowRightsOf } from '../sql/row-rights.ts'
import { createTouchCollector } from '../sql/touched.ts'

/** Not exported, so that only `authorize` can create one. */
class AuthorizedRequest {
  readonly #compilation: Compilation

  constructor(compilation: Compilation) {
    this.#compilation = compilation
  }

  /** Whether the request touches a relation with rows that its sender may not see. */
  get restricted(): boolean {
    return this.#compilation.rights.restricted
  }
}

/** A request that may run: everything it touches is authorized, and its rows are limited to those of its sender. */
export type RunnableRequest = AuthorizedRequest

/** Provides connections for an authorized request. */
export type Connect = (authorized: RunnableRequest) => Connections

/** Creates the compilation of a request: the sender's row rights, and a list of everything the request touches. */
export function compilationOf<Actor>({ catalog, settings, actor }: IncomingRequest<Actor>): Compilation {
  const { answerBytes, columnUses } = settings.limits
  return {
    catalog,
    touched: createTouchCollector(),
    rights: rowRightsOf(settings, actor),
    answerBytes,
    columnUses,
  }
}

/**
 * Authorizes everything that a request touches.
 * @throws DataError for the first refusal
 */
export function authorize<Actor>(
  { actor, settings }: IncomingRequest<Actor>,
  compilation: Compilation,
): RunnableRequest {
  const ask = settings.authorize
  if (ask !== undefined)
    for (const { schema, name, kind, action, columns } of compilation.touched.all())
      refuse(ask({ actor, schema, name, kind, action, columns: [...columns] }))
  return new AuthorizedRequest(compilation)
}

/**
 * Authorizes the relation or function in the path of a request before its query and body are read. `authorize` checks
 * again with the columns and with everything else that the request touches.
 * @throws DataError if refused
 */
export function authorizeFirst<Actor>(
  { actor, schema, settings }: IncomingRequest<Actor>,
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
