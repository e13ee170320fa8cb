import type { EditableCanary } from '@binnacle/contract/health'
import { buttonClass, PlainLink } from '@binnacle/ui'
import { Copy, HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../application/session/session.ts'
import { defineKindPage } from '../../application/resource/kind-page.tsx'
import { SpecSection } from '../../application/resource/spec-section.tsx'
import { canaryArea } from './area.ts'
import { CanaryEditor } from './canary-editor.tsx'
import { NEW_CANARY_PATH } from './paths.ts'
import { canaryKind, canaryRequests } from './requests.ts'
import { canaryRemoval } from './resource.tsx'

/** Page of one health check. People with the right can edit it if it was created here. */
export const canaryPage = defineKindPage<EditableCanary>(canaryArea, {
  keyOf: canaryRequests.keyOf,
  load: canaryRequests.load,
  Actions: CanaryLinks,
  Spec: ({ item }) => (
    <SpecSection
      area={canaryArea}
      item={item}
      kind={canaryKind}
      removal={canaryRemoval}
      Editor={CanaryEditor}
    />
  ),
})

function CanaryLinks({ item: { id } }: { item: EditableCanary }): ReactNode {
  const session = useSession()
  return (
    <>
      {session.may('read', 'canaries') && (
        <PlainLink
          href={`/health?hidePassing=false&group=${id}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <HeartPulse aria-hidden="true" className="size-3.5" />
          Show its checks
        </PlainLink>
      )}
      {session.may('write', 'canaries') && (
        <PlainLink href={`${NEW_CANARY_PATH}?copy=${id}`} className={buttonClass({ variant: 'secondary' })}>
          <Copy aria-hidden="true" className="size-3.5" />
          Duplicate
        </PlainLink>
      )}
    </>
  )
}
