import { isEditableSource } from '@binnacle/contract/core'
import { formatNanoseconds, type NotificationRule } from '@binnacle/contract/notifications'
import {
  Button,
  Dialog,
  EmptyState,
  type KeyValue,
  KeyValueList,
  Notice,
  Skeleton,
  useToast,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellRing, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { DeleteDialog } from '../../../application/resource/delete-dialog.tsx'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { createRule, ruleQuery, updateRule } from './queries.ts'
import { recipientText } from './recipient.tsx'
import { ruleRemoval } from './removal.ts'
import { RuleEditor } from './rule-editor.tsx'
import { ruleNames } from './rule-form.tsx'
import { changeOf, emptyRule, ruleForm, valuesOf } from './rule-values.ts'

const topics = ['notifications']

/** Creates a rule. */
export function CreateRule({ onClose }: { onClose: () => void }): ReactNode {
  const toast = useToast()
  const entry = useEntryForm({
    draft: 'new notification',
    schema: ruleForm,
    defaults: emptyRule,
    names: ruleNames,
    topics,
    whenLeft: true,
    async send(values) {
      await createRule(changeOf(values))
      toast.success('Notification added successfully')
      onClose()
    },
  })
  return (
    <EntryDialog entry={entry} size="large" title="Create Notification" submitLabel="Save" onClose={onClose}>
      <RuleEditor entry={entry} />
    </EntryDialog>
  )
}

/** A rule to edit, or to read only. */
export function EditRule({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const found = useQuery(ruleQuery(id))
  const { data: rule, error } = found
  const session = useSession()
  if (rule !== undefined && rule !== null) {
    if (session.may('write', 'notifications') && isEditableSource(rule.source))
      return <RuleDialog rule={rule} onClose={onClose} />
    return <ReadRule rule={rule} onClose={onClose} />
  }
  return (
    <Dialog open onClose={onClose} size="large" title="Edit Notification">
      {found.isPending && <Skeleton className="h-96 w-full" />}
      {rule === null && (
        <EmptyState title="No such rule" icon={<BellRing strokeWidth={1.5} />} compact>
          There is no rule with this id. It may have been deleted.
        </EmptyState>
      )}
      {error !== null && <LoadFailure compact error={error} asked={[found]} />}
    </Dialog>
  )
}

function RuleDialog(props: { rule: NotificationRule; onClose: () => void }): ReactNode {
  const { onClose } = props
  const toast = useToast()
  // A newer stored version must not replace what the person is editing.
  const [rule] = useState(props.rule)
  const [deleting, setDeleting] = useState(false)
  const defaults = useMemo(() => valuesOf(rule), [rule])
  const entry = useEntryForm({
    draft: `notification ${rule.id}`,
    schema: ruleForm,
    defaults,
    names: ruleNames,
    topics,
    whenLeft: true,
    async send(values) {
      await updateRule(rule.id, changeOf(values))
      toast.success('Notification updated successfully')
      onClose()
    },
  })
  return (
    <>
      <EntryDialog
        entry={entry}
        size="large"
        title="Edit Notification"
        submitLabel="Update"
        onClose={onClose}
        others={
          <Button
            className="mr-auto"
            icon={<Trash2 aria-hidden="true" className="size-3.5" />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        }
      >
        {rule.error !== null && (
          <Notice kind="error">
            <span className="whitespace-pre-wrap wrap-anywhere">{rule.error}</span>
          </Notice>
        )}
        <RuleEditor entry={entry} />
      </EntryDialog>
      {deleting && (
        <DeleteDialog
          removal={{ ...ruleRemoval, topics }}
          thing={rule}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </>
  )
}

function factsOf(rule: NotificationRule): KeyValue[] {
  return [
    { label: 'Name', value: rule.name },
    { label: 'Events', value: rule.events.join(', ') },
    {
      label: 'Filter',
      value: rule.filter === null ? null : <code className="text-small">{rule.filter}</code>,
    },
    { label: 'Recipient', value: recipientText(rule) },
    { label: 'Enabled', value: rule.enabled ? 'Yes' : 'No' },
    { label: 'Repeat interval', value: rule.repeat_interval },
    { label: 'Wait for', value: rule.wait_for === null ? null : formatNanoseconds(rule.wait_for) },
    { label: 'Group by', value: rule.group_by?.join(', ') ?? null },
    { label: 'Title', value: rule.title },
    {
      label: 'Template',
      value:
        rule.template === null ? (
          'Default'
        ) : (
          <pre className="text-small whitespace-pre-wrap">{rule.template}</pre>
        ),
    },
  ]
}

function ReadRule({ rule, onClose }: { rule: NotificationRule; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={rule.name}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        {!isEditableSource(rule.source) && (
          <Notice kind="information">{`It comes from ${rule.source ?? ''}. Change it there.`}</Notice>
        )}
        {rule.error !== null && (
          <Notice kind="error">
            <span className="whitespace-pre-wrap wrap-anywhere">{rule.error}</span>
          </Notice>
        )}
        <KeyValueList items={factsOf(rule)} />
      </div>
    </Dialog>
  )
}
