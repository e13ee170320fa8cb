import { INCOMPLETE_PROPERTY, LOCAL_PROPERTY, type Property, propertyForm } from '@binnacle/contract'
import { Dialog, KeyValueList, Notice, TextField, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '../../application/form-dialog.tsx'
import { FormFrame } from '../../application/form-frame.tsx'
import { rule, showProblems } from '../../application/forms.ts'
import { messageOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useDraft } from '../../application/use-draft.ts'
import { effectOf, isLocal, judgeValue } from './flags.ts'
import { createFlag, type FlagValues, updateFlag } from './queries.ts'

const names = ['name', 'value', 'description'] as const

/** A flag to add, to change, or only to read. */
export function FlagDialog({ flag, onClose }: { flag?: Property; onClose: () => void }): ReactNode {
  const session = useSession()
  const mayWrite = session.may('write', 'feature_flags')
  if (flag !== undefined && (isLocal(flag) || !mayWrite)) return <ReadFlag flag={flag} onClose={onClose} />
  return <EditFlag flag={flag} onClose={onClose} />
}

function ReadFlag({ flag, onClose }: { flag: Property; onClose: () => void }): ReactNode {
  return (
    <Dialog open onClose={onClose} title={flag.name} size="small">
      <div className="flex flex-col gap-3">
        {isLocal(flag) && <Notice kind="information">{LOCAL_PROPERTY}</Notice>}
        <KeyValueList
          items={[
            { label: 'Value', value: <code>{flag.value}</code> },
            { label: 'Effect', value: effectOf(flag.name, flag.value) },
            { label: 'Description', value: flag.description === '' ? null : flag.description },
            { label: 'Source', value: flag.source },
          ]}
        />
      </div>
    </Dialog>
  )
}

function useSaveFlag(isNew: boolean) {
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: FlagValues) => (isNew ? createFlag(values) : updateFlag(values)),
    onSuccess: () =>
      toast.success(isNew ? 'Feature flag added successfully' : 'Feature flag updated successfully'),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['properties'] }),
  })
}

function EditFlag({ flag, onClose }: { flag: Property | undefined; onClose: () => void }): ReactNode {
  const id = useId()
  const toast = useToast()
  const isNew = flag === undefined
  const save = useSaveFlag(isNew)
  const form = useForm<FlagValues>({
    defaultValues: {
      name: flag?.name ?? '',
      value: flag?.value ?? '',
      description: flag?.description ?? '',
    },
  })
  const { register, control, formState, setValue } = form
  const restored = useDraft(isNew ? 'new flag' : `flag ${flag.name}`, () => ({ ...form.getValues() }))
  useEffect(() => {
    for (const field of names) {
      const value = restored?.[field]
      if (value !== undefined) setValue(field, value, { shouldDirty: true })
    }
  }, [restored, setValue])
  const [name, value] = useWatch({ control, name: ['name', 'value'] })
  const effect = effectOf(name, value)

  async function submit(values: FlagValues): Promise<void> {
    try {
      await save.mutateAsync({ ...values, name: values.name.trim(), value: values.value.trim() })
      onClose()
    } catch (error) {
      showProblems(form, names, error)
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      dirty={formState.isDirty}
      size="small"
      title={isNew ? 'Add Feature Flag' : 'Edit Feature Flag'}
      formId={id}
      submitLabel={isNew ? 'Save' : 'Update'}
      sending={save.isPending}
    >
      <FormFrame
        id={id}
        restored={restored !== undefined}
        failure={formState.errors.root?.message}
        onSubmit={form.handleSubmit(submit, (errors) => {
          const said = [errors.name?.message, errors.value?.message]
          if (said.includes(INCOMPLETE_PROPERTY)) toast.error(INCOMPLETE_PROPERTY)
        })}
      >
        <TextField
          label="Name"
          autoComplete="off"
          spellCheck={false}
          required
          readOnly={!isNew}
          {...register('name', { ...rule(propertyForm.shape.name), deps: 'value' })}
          error={formState.errors.name?.message}
        />
        <TextField
          label="Value"
          autoComplete="off"
          spellCheck={false}
          required
          {...register('value', { validate: (text, { name: flagName }) => judgeValue(flagName, text) })}
          error={formState.errors.value?.message}
        />
        <TextField
          label="Description"
          autoComplete="off"
          {...register('description', rule(propertyForm.shape.description))}
          error={formState.errors.description?.message}
        />
        {effect !== undefined && <Notice kind="warning">{effect}</Notice>}
      </FormFrame>
    </FormDialog>
  )
}
