import {
  type Connection,
  connectionFormValues,
  type ConnectionTypeInfo,
  emptyConnectionForm,
  storedConnection,
} from '@binnacle/contract/connections'
import { Button, Dialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { RequestFailure } from '../../application/requests/failure.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { ObjectFields, SchemaFormProvider } from '@binnacle/ui/schema-form'
import { DeleteConnection } from './delete-connection.tsx'
import { shownSchema, useConnectionForm } from './form-state.ts'
import { createConnection, testConnection, updateConnection } from './queries.ts'
import { type TestResult, TestResults } from './test-results.tsx'

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
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [result, setResult] = useState<TestResult>()
  const [deleting, setDeleting] = useState(false)
  const initial = useMemo(
    () => ({
      ...emptyConnectionForm(type.node),
      ...(stored === undefined ? {} : connectionFormValues(type.node, stored)),
    }),
    [type, stored],
  )
  const form = useConnectionForm(type.node, initial)
  const schema = useMemo(() => shownSchema(type.node, initial), [type, initial])
  const sent = () => storedConnection(type.node, type.type, form.values, stored)

  const save = useMutation({
    mutationFn: () => (stored === undefined ? createConnection(sent()) : updateConnection(stored.id, sent())),
    onSuccess: () => {
      toast.success(
        stored === undefined ? 'Connection added successfully' : 'Connection updated successfully',
      )
      onClose()
      return queries.invalidateQueries({ queryKey: ['connections'] })
    },
    onError: (error) => {
      const problems = error instanceof RequestFailure ? error.problems : []
      const left = form.refuse(problems)
      setFailure(
        problems.length === 0 ? messageOf(error) : left.map(({ path, message }) => `${path}: ${message}`)[0],
      )
    },
  })
  const test = useMutation({
    // A failure is a result too: the dialog says it, and a toast would say it twice.
    mutationFn: async (): Promise<TestResult> => {
      try {
        return { ok: true, test: await testConnection(sent(), stored?.id) }
      } catch (error) {
        return { ok: false, error }
      }
    },
    onSuccess: setResult,
  })
  const whenValid = (act: () => void) => {
    setFailure(undefined)
    if (form.validate()) act()
    else document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={form.dirty && !save.isSuccess}
      size="medium"
      title={`${type.title} Connection Details`}
      footer={
        <>
          {onBack !== undefined && (
            <Button className="mr-auto" onClick={onBack}>
              Back
            </Button>
          )}
          {stored !== undefined && (
            <Button className="mr-auto" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          <Button loading={test.isPending} onClick={() => whenValid(() => test.mutate())}>
            Test Connection
          </Button>
          <Button variant="primary" type="submit" form={id} loading={save.isPending}>
            {stored === undefined ? 'Save' : 'Update'}
          </Button>
        </>
      }
    >
      <FormFrame
        id={id}
        restored={false}
        failure={failure}
        onSubmit={async (event) => {
          event.preventDefault()
          whenValid(() => save.mutate())
        }}
      >
        <SchemaFormProvider value={form.fields}>
          <ObjectFields node={schema} path={[]} />
        </SchemaFormProvider>
      </FormFrame>
      {result !== undefined && <TestResults result={result} onClose={() => setResult(undefined)} />}
      {deleting && stored !== undefined && (
        <DeleteConnection
          connection={stored}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
