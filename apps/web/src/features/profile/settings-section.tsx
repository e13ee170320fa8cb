import { Badge, Panel } from '@binnacle/ui'
import { type ReactNode, useRef } from 'react'
import { useSession } from '../../application/session/session.ts'
import { useDraft } from '../../application/session/use-draft.ts'
import { FlowForm, FlowMessages } from '../identity/index.ts'
import type { Flow, FlowMessage, FlowValues } from '../identity/index.ts'
import { partOf } from '../identity/index.ts'
import type { SettingsGroup } from './settings-groups.ts'

/** Types of fields whose values are kept while the person signs in again. Codes and passwords are not. */
const kept = 'input:is([type=text], [type=email], [type=tel], [type=url]):not([autocomplete=one-time-code])'

/** One section of the profile settings. */
export function SettingsSection(props: {
  flow: Flow
  settings: SettingsGroup
  messages: readonly FlowMessage[]
  onSubmit: (values: FlowValues) => Promise<void>
}): ReactNode {
  const { flow, settings } = props
  const session = useSession()
  const box = useRef<HTMLDivElement>(null)
  const restored = useDraft(`profile ${settings.group}`, () => {
    const fields = box.current?.querySelectorAll<HTMLInputElement>(kept) ?? []
    return Object.fromEntries(Array.from(fields, ({ name, value }) => [name, value]))
  })
  const { nodes } = partOf(flow, settings.group)
  const isOn = nodes.some((node) => node.type === 'input' && node.attributes.name === settings.onWith)
  return (
    <Panel
      id={settings.group}
      title={settings.title}
      badge={isOn && <Badge tone="accent">On</Badge>}
      description={settings.description}
    >
      <div ref={box} className="flex max-w-md flex-col gap-3">
        <FlowMessages messages={props.messages} />
        <FlowForm
          label={settings.title}
          nodes={nodes}
          typed={restored ?? {}}
          username={session.email}
          {...(settings.questions === undefined ? {} : { questions: settings.questions })}
          onSubmit={props.onSubmit}
        />
      </div>
    </Panel>
  )
}
