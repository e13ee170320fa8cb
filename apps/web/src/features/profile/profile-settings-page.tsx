import { ErrorState, linkClass, PageHeader, PlainLink, Skeleton } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ownPath } from '../../application/address/own-address.ts'
import { sessionQuery } from '../../application/session/session.ts'
import { flowFailureText } from '../identity/index.ts'
import { FlowMessages } from '../identity/index.ts'
import type { Flow, FlowMessage } from '../identity/index.ts'
import { type FlowControl, useFlow } from '../identity/index.ts'
import { AccessTokens } from './access-tokens.tsx'
import { Appearance } from './appearance.tsx'
import { accessTokensQuery, sessionsQuery } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import { settingsGroups } from './settings-groups.ts'
import { Sessions } from './sessions.tsx'

/** Milliseconds that a message of the profile stays, as the specification says. */
const MESSAGE_MILLISECONDS = 10_000

/** Shows the messages of a form for a few seconds. A new answer of the service shows its messages again. */
function usePassingMessages(flow: Flow | undefined): readonly FlowMessage[] {
  const [passed, setPassed] = useState<Flow>()
  useEffect(() => {
    if (flow === undefined || flow.ui.messages.length === 0) return undefined
    const timer = setTimeout(() => setPassed(flow), MESSAGE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [flow])
  return flow === undefined || flow === passed ? [] : flow.ui.messages
}

/** Page with the settings of the signed-in person. */
export function ProfileSettingsPage(): ReactNode {
  const queries = useQueryClient()
  const control = useFlow('settings', {
    returnTo: '/profile-settings',
    onDone: () => {
      // A new password ends sessions and tokens.
      for (const { queryKey } of [sessionQuery, sessionsQuery, accessTokensQuery])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const back = ownPath(control.flow?.return_to ?? '/', location.origin) ?? '/'
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-3 sm:p-4 lg:p-5">
      <PageHeader
        title="Profile Settings"
        actions={
          <PlainLink href={back.startsWith('/profile-settings') ? '/' : back} className={linkClass}>
            Go back
          </PlainLink>
        }
      />
      <Account {...control} />
      <Sessions />
      <AccessTokens />
      <Appearance />
    </div>
  )
}

/** Settings of the account, with one section for each group of nodes in the form of the identity service. */
function Account({ flow, failure, submit }: FlowControl): ReactNode {
  const [submitted, setSubmitted] = useState<string>()
  const messages = usePassingMessages(flow)
  if (flow === undefined)
    return failure === null ? (
      <div className="flex flex-col gap-4" aria-hidden="true">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    ) : (
      <ErrorState compact message={flowFailureText(failure)} onRetry={() => location.reload()} />
    )
  const shown = settingsGroups.filter(({ group }) => flow.ui.nodes.some((node) => node.group === group))
  return (
    <>
      {submitted === undefined && <FlowMessages messages={messages} />}
      {shown.map((settings) => (
        <SettingsSection
          key={settings.group}
          flow={flow}
          settings={settings}
          messages={submitted === settings.group ? messages : []}
          onSubmit={(values) => {
            setSubmitted(settings.group)
            return submit(values)
          }}
        />
      ))}
    </>
  )
}
