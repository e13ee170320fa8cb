// What is wrong with the settings of the services that a rule tells, before it is saved.
import type { Problem } from '@binnacle/contract/core'
import type { CustomService } from '@binnacle/contract/notifications'
import { suggestKey } from '@binnacle/contract/search'
import { inputJsonSchema } from '@binnacle/plugin-kit/core'
import { prepareConnection } from '../../connections/index.ts'
import { type DeliverDependencies, storedConnection } from '../pipeline/send/deliver.ts'
import type { Via } from '../pipeline/decide/recipients.ts'
import type { Service } from '../pipeline/send/services.ts'
import { readSettings, SERVICE_SETTING, settingNamed } from '../pipeline/send/settings.ts'
import type { RuleValues } from './rule.ts'
import { type ServiceColumn, serviceColumns, servicesIn } from './services.ts'

/** The parts of a rule that lead to services. */
type ServiceParts = Pick<RuleValues, ServiceColumn | 'properties' | 'namespace' | 'person_id' | 'team_id'>

/** Finds the problems of the settings of the services of a rule, with the path of each field. */
export type ServiceProblems = (rule: ServiceParts) => Promise<Problem[]>

type SettingsDependencies = Pick<
  DeliverDependencies,
  'services' | 'connections' | 'secrets' | 'configuration' | 'references'
>

function viaOf({ connection, url }: CustomService): Via | undefined {
  if (typeof connection === 'string') return { kind: 'connection', reference: connection }
  return typeof url === 'string' ? { kind: 'url', sealed: url } : undefined
}

/** Problems of keys that none of the services has to which the settings of the rule go. */
function strangeProperties(
  properties: Readonly<Record<string, string>>,
  services: readonly Service[],
): Problem[] {
  const nodes = services.map(({ definition }) => inputJsonSchema(definition.schema))
  const known = [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))]
  return Object.keys(properties)
    .filter((key) => key !== SERVICE_SETTING && !nodes.some((node) => settingNamed(node, key) !== undefined))
    .map((key) => {
      const suggestion = suggestKey(key, known)
      const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
      return { path: `properties.${key}`, message: `unknown key "${key}"${hint}` }
    })
}

/** Creates the function that validates settings against the schemas of the services. */
export function createServiceProblems(dependencies: SettingsDependencies): ServiceProblems {
  async function check(
    service: CustomService,
    path: string,
    { properties, namespace }: ServiceParts,
  ): Promise<{ problems: Problem[]; service?: Service }> {
    const via = viaOf(service)
    if (via === undefined) return { problems: [] }
    const place = via.kind === 'connection' ? `${path}.connection` : `${path}.url`
    const stored = await storedConnection(dependencies, { via }, namespace)
    if (!stored.ok) return { problems: [{ path: place, message: stored.failure }] }
    // A reference without a value now may have one when a message goes out.
    const prepared = await prepareConnection(stored.value, dependencies.references)
    const connection = prepared.ok ? prepared.value.connection : stored.value
    const own = service.properties ?? {}
    const inherited = { ...connection.properties, ...properties }
    const chosen = { ...inherited, ...own }[SERVICE_SETTING]
    const found = dependencies.services.forConnection(connection.type, chosen)
    if (found === undefined)
      return {
        problems: [
          { path: place, message: `connections of the type ${connection.type} cannot send messages` },
        ],
      }
    const settings = readSettings(found.definition, inherited, own)
    const problems = settings.ok
      ? []
      : settings.failure.map((problem) => ({
          ...problem,
          path: problem.path === '' ? `${path}.properties` : `${path}.properties.${problem.path}`,
        }))
    return { problems, service: found }
  }

  return async (rule) => {
    const problems: Problem[] = []
    const services: Service[] = []
    for (const column of serviceColumns)
      for (const [place, entry] of servicesIn(rule[column])) {
        const checked = await check(entry, `${column}[${place}]`, rule)
        problems.push(...checked.problems)
        if (checked.service !== undefined) services.push(checked.service)
      }
    // People and teams choose their services themselves.
    const isOpen = services.length === 0 || rule.person_id !== null || rule.team_id !== null
    const reached = isOpen || problems.length > 0 ? dependencies.services.all : services
    return [...problems, ...strangeProperties(rule.properties ?? {}, reached)]
  }
}
