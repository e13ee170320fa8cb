import {
  type Connection,
  connectionFormProblems,
  type ConnectionFormValues,
  connectionFormValues,
  type ConnectionTypeInfo,
  emptyConnectionForm,
  fieldStoredAt,
  storedConnection,
} from '@binnacle/contract/connections'
import { Button, Dialog, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { ObjectFields, SchemaFormProvider } from '@binnacle/ui/schema-form'
import { useSchemaEntry } from '../../application/resource/use-schema-entry.ts'
import { DeleteButton } from '../../application/resource/delete-button.tsx'
import type { Removal } from '../../application/resource/resource.ts'
import { createConnection, deleteConnection, testConnection, updateConnection } from './queries.ts'
import { shownSchema } from './shown-schema.ts'
import { TestMessageDialog } from './test-message-dialog.tsx'
import { type TestResult, TestResults } from './test-results.tsx'

const removal: Removal<Connection> = {
  remove: ({ id }) => deleteConnection(id),
  nameOf: ({ name }) => name,
  label: 'Delete connection',
  explain: () => 'Checks that name it cannot run until they name another one.',
  done: 'Connection deleted successfully',
  topics: ['connections'],
}

/**
 * The form of a connection, with what can be done with it.
 * @param props.stored the connection that is changed; undefined for a new one
 * @param props.onBack leads to the choice of a type; only for a new one
 */
export function ConnectionFormDialog(props: {
  type: ConnectionTypeInfo
  stored: Connection | undefined
  onBack?: () => void
  onClose: () => void
}): ReactNode {
  const { type, stored, onBack, onClose } = props
  const toast = useToast()
  const [result, setResult] = useState<TestResult>()
  const [isMessaging, setMessaging] = useState(false)
  const initial = useMemo(
    () => ({
      ...emptyConnectionForm(type.node),
      ...(stored === undefined ? {} : connectionFormValues(type.node, stored)),
    }),
    [type, stored],
  )
  const schema = useMemo(() => shownSchema(type.node, initial), [type, initial])
  const sent = (values: ConnectionFormValues) => storedConnection(type.node, type.type, values, stored)
  const form = useSchemaEntry({
    initial,
    problemsOf: (values) => connectionFormProblems(type.node, values),
    fieldAt: (path) => fieldStoredAt(type.node, path),
    topics: ['connections'],
    async send(values) {
      await (stored === undefined
        ? createConnection(sent(values))
        : updateConnection(stored.id, sent(values)))
      toast.success(`Connection ${stored === undefined ? 'added' : 'updated'} successfully`)
      onClose()
    },
  })
  const test = useMutation({
    // A failure is a result too: the dialog says it, and a toast would say it twice.
    mutationFn: async (): Promise<TestResult> => {
      try {
        return { ok: true, test: await testConnection(sent(form.values), stored?.id) }
      } catch (error) {
        return { ok: false, error }
      }
    },
    onSuccess: setResult,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={form.dirty}
      size="medium"
      title={`${type.title} Connection Details`}
      footer={
        <>
          {onBack !== undefined && (
            <Button className="mr-auto" onClick={onBack}>
              Back
            </Button>
          )}
          {stored !== undefined && <DeleteButton removal={removal} thing={stored} onDeleted={onClose} />}
          {type.category === 'notification' && (
            <Button onClick={() => form.whenValid(() => setMessaging(true))}>Send test message</Button>
          )}
          <Button loading={test.isPending} onClick={() => form.whenValid(() => test.mutate())}>
            Test Connection
          </Button>
          <Button variant="primary" type="submit" form={form.frame.id} loading={form.sending}>
            {stored === undefined ? 'Save' : 'Update'}
          </Button>
        </>
      }
    >
      <FormFrame {...form.frame}>
        <SchemaFormProvider value={form.fields}>
          <ObjectFields node={schema} path={[]} />
        </SchemaFormProvider>
      </FormFrame>
      {isMessaging && (
        <TestMessageDialog
          type={type.type}
          connection={sent(form.values)}
          id={stored?.id}
          onClose={() => setMessaging(false)}
        />
      )}
      {result !== undefined && <TestResults result={result} onClose={() => setResult(undefined)} />}
    </Dialog>
  )
}
