import { type CauseSubjectKind, causeSubjectKinds } from '@binnacle/contract/causes'
import sql from 'sql-template-tag'
import type { Actor } from '../../platform/access/actor.ts'
import type { Flags } from '../../platform/access/flags.ts'
import { refusalOf } from '../../platform/access/gate.ts'
import { type OwnRows, ownRows } from '../../platform/access/rows.ts'
import type { RequestError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Finder } from '../../platform/kind.ts'
import type { Rights } from './gather/things.ts'

/** Names of the kinds among the finders of the product, which say who may read what. */
const finderNames: Readonly<Record<CauseSubjectKind, string>> = {
  check: 'checks',
  config: 'configs',
  component: 'components',
}

interface RightsDependencies {
  known: ReadonlyMap<string, Finder>
  flags: Flags
  log: Log
}

/** Why somebody may not read things of a kind; undefined to allow. */
export function refusalOfKind(
  { known, flags }: RightsDependencies,
  kind: CauseSubjectKind,
  actor: Actor,
): RequestError | undefined {
  const finder = known.get(finderNames[kind])
  return finder && refusalOf(finder, actor.roles, flags, `read ${finderNames[kind]}`)
}

const noRows: OwnRows = () => sql`false`

/** The things of each kind that somebody may read, and that may be named as causes to them: as in the search. */
export function rightsOf(dependencies: RightsDependencies, actor: Actor): Rights {
  const [check, config, component] = causeSubjectKinds.map((kind) => {
    const finder = dependencies.known.get(finderNames[kind])
    return finder === undefined || refusalOfKind(dependencies, kind, actor) !== undefined
      ? noRows
      : ownRows(finder.rows, actor, finderNames[kind], dependencies.log)
  })
  return { check: check ?? noRows, config: config ?? noRows, component: component ?? noRows }
}
