import { Button, buttonClass, PlainLink, Skeleton, Tabs, type Href } from '@binnacle/ui'
import { CalendarPlus, Plus } from 'lucide-react'
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { lazily } from '../../application/pages/lazily.ts'
import { useSession } from '../../application/session/session.ts'
import { NEW, onCallFilters, type OnCallTab } from './filters.ts'

const labels: Readonly<Record<OnCallTab, string>> = {
  rotas: 'Rotas',
  policies: 'Escalation policies',
  me: 'How to reach me',
  readiness: 'Readiness',
}

const panels: Readonly<Record<OnCallTab, FunctionComponent>> = {
  rotas: lazy(async () => ({ default: (await import('./rotas-tab.tsx')).RotasTab })),
  policies: lazy(async () => ({ default: (await import('./policies-tab.tsx')).PoliciesTab })),
  me: lazy(async () => ({ default: (await import('./reach-tab.tsx')).ReachTab })),
  readiness: lazy(async () => ({ default: (await import('./readiness-tab.tsx')).ReadinessTab })),
}

const Calendars = lazily(async () => (await import('./calendars.tsx')).Calendars)

/** Who is on call, whom alerts tell, and how people are reached. */
export function OnCallPage(): ReactNode {
  const { values, set, href } = useFilters(onCallFilters)
  const { tab } = values
  const mayWrite = useSession().may('write', 'notifications')
  const PanelOfTab = panels[tab]
  return (
    <PageFrame
      size="medium"
      title="On call"
      actions={
        <>
          {tab === 'rotas' && (
            <Button
              icon={<CalendarPlus aria-hidden="true" className="size-3.5" />}
              onClick={() => set({ calendars: true })}
            >
              Calendars
            </Button>
          )}
          {tab === 'rotas' && mayWrite && <AddLink href={href({ edit: NEW })} label="Add rota" />}
          {tab === 'policies' && mayWrite && <AddLink href={href({ policy: NEW })} label="Add policy" />}
          {tab === 'me' && <AddLink href={href({ addWay: true })} label="Add a way" />}
        </>
      }
    >
      <Tabs
        label="On call"
        value={tab}
        tabs={(['rotas', 'policies', 'me', 'readiness'] as const).map((id) => ({
          id,
          label: labels[id],
          href: href({ tab: id, edit: undefined, policy: undefined, rota: undefined }),
        }))}
        panelClassName="pt-3"
      >
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <PanelOfTab />
        </Suspense>
      </Tabs>
      <Suspense>{values.calendars && <Calendars onClose={() => set({ calendars: false })} />}</Suspense>
    </PageFrame>
  )
}

function AddLink({ href, label }: { href: Href; label: string }): ReactNode {
  return (
    <PlainLink href={href} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden="true" className="size-3.5" />
      {label}
    </PlainLink>
  )
}
