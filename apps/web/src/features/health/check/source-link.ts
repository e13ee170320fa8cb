import { isEditableSource } from '@binnacle/contract/core'
import type { CheckDetail } from '@binnacle/contract/health'

/** Where a check can be changed, or what it comes from. */
export interface SourceLink {
  label: string
  /** The page may not exist yet, or not for everybody. */
  href: string
  /** Whether it leads to a form, which only those may use who may change canaries. */
  edits: boolean
}

/**
 * The link beside a check, by what its canary comes from. A component's check leads to the component, one of
 * Kubernetes to its item in the catalog. Source: specification, document 2 section 2.
 * @returns undefined for what a file or the product itself owns
 */
export function sourceLink({ canary }: Pick<CheckDetail, 'canary'>): SourceLink | undefined {
  const { id, source } = canary
  if (source === null || isEditableSource(source))
    return { label: 'Edit', href: `/settings/canaries/${id}`, edits: true }
  const [kind, owner] = source.split('/', 2)
  if (kind === 'component' && owner !== undefined)
    return { label: 'Component', href: `/topology/${owner}`, edits: false }
  if (kind === 'kubernetes' && owner !== undefined)
    return { label: 'Catalog item', href: `/catalog/${owner}`, edits: false }
  return source === 'KubernetesCRD'
    ? { label: 'Catalog item', href: `/catalog/${id}`, edits: false }
    : undefined
}
