import { buttonClass, PlainLink } from '@binnacle/ui'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { newCanaryPage } from '../../routes/settings.ts'
import { useOpenPages } from '../shell/visitor.ts'

/** Leads to a new health check, for those who may add one where the installation has the page for it. */
export function NewCheckLink(): ReactNode {
  const pages = useOpenPages()
  if (!pages.some(({ path }) => path === newCanaryPage.path)) return null
  return (
    <PlainLink href={newCanaryPage.path} className={buttonClass({ variant: 'secondary' })}>
      <Plus aria-hidden="true" className="size-3.5" />
      New health check
    </PlainLink>
  )
}
