import { Button, Dialog, Notice, SelectField } from '@binnacle/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { MessageSettings, SERVICE_SETTING, settingOf } from '../../application/resource/message-settings.tsx'
import { servicesQuery } from '../../application/resource/notification-services.ts'
import { TestResultList } from '../../application/resource/test-result-list.tsx'
import { type SentConnection, sendTestMessage } from './queries.ts'

/** Sends a test message with a connection, also before it is saved. */
export function TestMessageDialog(props: {
  type: string
  connection: SentConnection
  id: string | undefined
  onClose: () => void
}): ReactNode {
  const { type, connection, id, onClose } = props
  const services = useQuery(servicesQuery)
  const [properties, setProperties] = useState<Record<string, string>>({})
  const fitting = (services.data ?? []).filter(({ connections }) => connections.includes(type))
  const chosen =
    fitting.find((service) => service.type === settingOf(properties, SERVICE_SETTING)) ?? fitting[0]
  const test = useMutation({
    // Failures are shown in the dialog.
    meta: { quiet: true },
    mutationFn: () => sendTestMessage(connection, id, properties),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send test message"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden="true" className="size-3.5" />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-secondary">The message goes to the real place, and says that it is a test.</p>
        {services.error !== null && <Notice kind="error">{messageOf(services.error)}</Notice>}
        {fitting.length > 1 && chosen !== undefined && (
          <SelectField
            label="Send as"
            value={chosen.type}
            options={fitting.map((service) => ({ value: service.type, label: service.title }))}
            onChange={(service) => setProperties({ [SERVICE_SETTING]: service })}
          />
        )}
        {chosen !== undefined && (
          <MessageSettings
            key={chosen.type}
            service={chosen}
            properties={properties}
            errorOf={() => undefined}
            showsAll={false}
            onChange={setProperties}
          />
        )}
        {test.error !== null && <Notice kind="error">{messageOf(test.error)}</Notice>}
        {test.data !== undefined && <TestResultList results={test.data.results} />}
      </div>
    </Dialog>
  )
}
