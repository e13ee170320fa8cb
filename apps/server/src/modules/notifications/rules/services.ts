import type { Problem } from '@binnacle/contract/core'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CustomService } from '@binnacle/contract/notifications'
import { SECRET_MASK } from '@binnacle/contract/schema'
import type { Secrets } from '../../../platform/secrets.ts'
import type { RuleRow } from './schema.ts'

type Services = readonly CustomService[] | null
type CustomServices = NonNullable<RuleRow['custom_services']>

/** The stored service that a mask stands for: the one with the same name, else the one in the same place. */
function masked(stored: Services, name: string | undefined, index: number): CustomService | undefined {
  const alike = name === undefined ? undefined : stored?.find((service) => service.name === name)
  return alike ?? stored?.[index]
}

/**
 * Puts the URLs of services into the form in which they are stored: sealed, as a URL of a service usually contains its
 * token.
 * @param stored the services whose URLs masks stand for
 * @returns the problems of masks that stand for nothing
 */
export function sealServices(
  services: CustomServices | undefined,
  stored: Services,
  column: 'custom_services' | 'fallback_custom_services' | 'further_services',
  secrets: Secrets,
): Result<Services, Problem[]> {
  if (services === undefined) return succeed(null)
  const problems: Problem[] = []
  const sealed = services.map((service, index) => {
    const { url, ...others } = service
    if (url === undefined) return others
    if (url === SECRET_MASK) {
      const before = masked(stored, service.name, index)?.url
      if (typeof before === 'string') return { ...others, url: before }
      problems.push({ path: `${column}[${index}].url`, message: 'Enter the URL; none is stored' })
      return others
    }
    if (secrets.isSealed(url)) {
      problems.push({ path: `${column}[${index}].url`, message: 'is not a URL' })
      return others
    }
    return { ...others, url: secrets.seal(url) }
  })
  return problems.length > 0 ? fail(problems) : succeed(sealed)
}

/** Services with the URLs that sealing hides, to compare them. */
export function openServices(services: Services, secrets: Secrets): Services {
  return (
    services?.map((service) => {
      if (typeof service.url !== 'string' || !secrets.isSealed(service.url)) return service
      const opened = secrets.unseal(service.url)
      return { ...service, url: opened.ok ? opened.value : service.url }
    }) ?? null
  )
}

/** Services as people see them. */
export function maskServices(services: Services, secrets: Secrets): Services {
  return (
    services?.map((service) =>
      typeof service.url === 'string' && secrets.isSealed(service.url)
        ? { ...service, url: SECRET_MASK }
        : service,
    ) ?? null
  )
}
