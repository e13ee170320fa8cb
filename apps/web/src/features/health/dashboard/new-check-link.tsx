import { buttonClass, PlainLink } from '@binnacle/ui'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpenPages } from '../../../application/pages/open-pages.ts'
import { NEW_CANARY_PATH } from '../../canaries/index.ts'

/** Leads to a new health check, for those who may add one where the installation has the page for it. */
export function NewCheckLink(): ReactNode {
  const pages = useOpenPages()
  if (!pages.some(({ path }) => path === NEW_CANARY_PATH)) return null
  return (
    <PlainLink href={NEW_CANARY_PATH} className={buttonClass({ variant: 'secondary' })}>
      <Plus aria-hidden="true" className="size-3.5" />
      New health check
    </PlainLink>
  )
}
