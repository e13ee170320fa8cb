import type { Problem } from '@binnacle/contract/core'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CustomService, FurtherRecipient } from '@binnacle/contract/notifications'
import { SECRET_MASK } from '@binnacle/contract/schema'
import type { Secrets } from '../../../platform/secrets.ts'

/** Columns of a rule that contain services. */
export const serviceColumns = ['custom_services', 'fallback_custom_services', 'further_recipients'] as const
export type ServiceColumn = (typeof serviceColumns)[number]

type Stored = readonly FurtherRecipient[] | null

const urlOf = (entry: FurtherRecipient): string | undefined =>
  'url' in entry && typeof entry.url === 'string' ? entry.url : undefined

/** The services among the recipients of a column, with their places. */
export function servicesIn(
  entries: readonly FurtherRecipient[] | null | undefined,
): [place: number, service: CustomService][] {
  return (entries ?? []).flatMap((entry, place): [number, CustomService][] =>
    'person_id' in entry || 'team_id' in entry ? [] : [[place, entry]],
  )
}

/** The stored URL that a mask stands for: that of the service with the same name, else of the one in the same place. */
function maskedUrl(stored: Stored, name: string | undefined, index: number): string | undefined {
  const alike =
    name === undefined ? undefined : stored?.find((entry) => 'name' in entry && entry.name === name)
  const found = alike ?? stored?.[index]
  return found === undefined ? undefined : urlOf(found)
}

/**
 * Puts the URLs of services into the form in which they are stored: sealed, as a URL of a service usually contains its
 * token.
 * @param stored the services whose URLs masks stand for
 * @returns the problems of masks that stand for nothing
 */
export function sealServices<Entry extends FurtherRecipient>(
  entries: readonly Entry[] | undefined,
  stored: Stored,
  column: ServiceColumn,
  secrets: Secrets,
): Result<readonly Entry[] | null, Problem[]> {
  if (entries === undefined) return succeed(null)
  const problems: Problem[] = []
  const sealed = entries.map((entry, index) => {
    const url = urlOf(entry)
    const path = `${column}[${index}].url`
    if (url === undefined) return entry
    if (url === SECRET_MASK) {
      const name = 'name' in entry ? (entry.name ?? undefined) : undefined
      const before = maskedUrl(stored, name, index)
      if (before === undefined) problems.push({ path, message: 'Enter the URL; none is stored' })
      return { ...entry, url: before }
    }
    if (secrets.isSealed(url)) {
      problems.push({ path, message: 'is not a URL' })
      return entry
    }
    return { ...entry, url: secrets.seal(url) }
  })
  return problems.length > 0 ? fail(problems) : succeed(sealed)
}

function withUrls<Entry extends FurtherRecipient>(
  entries: readonly Entry[] | null,
  change: (url: string) => string,
): readonly Entry[] | null {
  return (
    entries?.map((entry) => {
      const url = urlOf(entry)
      return url === undefined ? entry : { ...entry, url: change(url) }
    }) ?? null
  )
}

/** Services with the URLs that sealing hides, to compare them. */
export function openServices<Entry extends FurtherRecipient>(
  entries: readonly Entry[] | null,
  secrets: Secrets,
): readonly Entry[] | null {
  return withUrls(entries, (url) => {
    const opened = secrets.isSealed(url) ? secrets.unseal(url) : undefined
    return opened?.ok === true ? opened.value : url
  })
}

/** Services as people see them. */
export function maskServices<Entry extends FurtherRecipient>(
  entries: readonly Entry[] | null,
  secrets: Secrets,
): readonly Entry[] | null {
  return withUrls(entries, (url) => (secrets.isSealed(url) ? SECRET_MASK : url))
}
