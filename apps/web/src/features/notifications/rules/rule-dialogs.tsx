import { eventLabel } from '@binnacle/contract/kinds'
import { type NotificationRule } from '@binnacle/contract/notifications'
import { type KeyValue, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DeleteButton } from '../../../application/resource/delete-button.tsx'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { ItemDialog } from '../../../application/resource/query-states.tsx'
import { FailureNotice, ReadDialog } from '../../../application/resource/read-dialog.tsx'
import { schemaFacts } from '../../../application/resource/schema-facts.tsx'
import { useEntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { describeSource } from '../../../application/resource/source.ts'
import { createRule, ruleQuery, updateRule } from './queries.ts'
import { recipientText } from './recipient.tsx'
import { ruleRemoval } from './removal.ts'
import { RuleEditor } from './rule-editor.tsx'
import { ruleSchema } from './rule-schema.ts'
import { changeOf, valuesOf } from './rule-change.ts'
import { emptyRule, ruleForm, shownRuleFields } from './rule-values.ts'

const nothing = {
  title: 'No such rule',
  icon: <BellRing strokeWidth={1.5} />,
  text: 'There is no rule with this id. It may have been deleted.',
}

/** Creates a rule. */
export function CreateRule({ onClose }: { onClose: () => void }): ReactNode {
  return <RuleDialog stored={undefined} onClose={onClose} />
}

/** A rule to edit, or to read only. */
export function EditRule({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const mayWrite = useSession().may('write', 'notifications')
  return (
    <ItemDialog
      answer={useQuery(ruleQuery(id))}
      title="Edit Notification"
      size="large"
      nothing={nothing}
      onClose={onClose}
    >
      {(rule) => {
        const { reason } = describeSource(rule.source)
        return mayWrite && reason === undefined ? (
          <RuleDialog stored={rule} onClose={onClose} />
        ) : (
          <ReadDialog
            title={rule.name}
            size="large"
            reason={reason}
            failure={rule.error}
            items={factsOf(rule)}
            onClose={onClose}
          />
        )
      }}
    </ItemDialog>
  )
}

function RuleDialog(props: { stored: NotificationRule | undefined; onClose: () => void }): ReactNode {
  const { onClose } = props
  const toast = useToast()
  // A newer stored version must not replace what the person is editing.
  const [{ stored, defaults }] = useState(() => ({
    stored: props.stored,
    defaults: props.stored === undefined ? emptyRule : valuesOf(props.stored),
  }))
  const entry = useEntryForm({
    draft: stored === undefined ? 'new notification' : `notification ${stored.id}`,
    schema: ruleForm,
    defaults,
    names: shownRuleFields,
    topics: ruleRemoval.topics,
    whenLeft: true,
    async send(values) {
      const change = changeOf(values)
      await (stored === undefined ? createRule(change) : updateRule(stored.id, change))
      toast.success(`Notification ${stored === undefined ? 'added' : 'updated'} successfully`)
      onClose()
    },
  })
  return (
    <EntryDialog
      entry={entry}
      size="large"
      title={stored === undefined ? 'Create Notification' : 'Edit Notification'}
      submitLabel={stored === undefined ? 'Save' : 'Update'}
      onClose={onClose}
      others={
        stored !== undefined && <DeleteButton removal={ruleRemoval} thing={stored} onDeleted={onClose} />
      }
    >
      {(stored?.error ?? null) !== null && <FailureNotice text={stored?.error ?? ''} />}
      <RuleEditor entry={entry} id={stored?.id} />
    </EntryDialog>
  )
}

function factsOf(rule: NotificationRule): KeyValue[] {
  const { events, conditions: _, further_recipients: __, quiet_hours: ___, ...values } = valuesOf(rule)
  const [name, ...others] = schemaFacts(ruleSchema, {
    ...values,
    events: events.map(eventLabel),
    filter: rule.filter ?? '',
  })
  return [
    ...(name === undefined ? [] : [name]),
    { label: 'Recipient', value: recipientText(rule) },
    ...others,
  ]
}
