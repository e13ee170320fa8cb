import { REQUIRED } from '@binnacle/contract/core'
import { TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type { FieldProblems } from './use-save.ts'

/** The namespace of new resources. */
export const DEFAULT_NAMESPACE = 'default'

interface NamedFields {
  name: string
  namespace: string
}

/** Trims name and namespace, and refuses empty ones. */
export function prepareNamed<Fields extends NamedFields>(
  fields: Fields,
): { fields: Fields } | { problems: FieldProblems } {
  const name = fields.name.trim()
  const namespace = fields.namespace.trim()
  if (name !== '' && namespace !== '') return { fields: { ...fields, name, namespace } }
  return {
    problems: {
      ...(name === '' ? { name: REQUIRED } : {}),
      ...(namespace === '' ? { namespace: REQUIRED } : {}),
    },
  }
}

/** The name of what is edited. */
export function NameField<Fields extends { name: string }>(props: FieldsProps<Fields>): ReactNode {
  const { value, problems, onChange } = props
  return (
    <TextField
      label="Name"
      required
      autoComplete="off"
      value={value.name}
      error={problems['name']}
      onChange={(event) => onChange({ ...value, name: event.target.value })}
    />
  )
}

/** The namespace of what is edited. */
export function NamespaceField<Fields extends { namespace: string }>(props: FieldsProps<Fields>): ReactNode {
  const { value, problems, onChange } = props
  return (
    <TextField
      label="Namespace"
      required
      autoComplete="off"
      value={value.namespace}
      error={problems['namespace']}
      onChange={(event) => onChange({ ...value, namespace: event.target.value })}
    />
  )
}

/** Props of the fields that a resource has besides its spec. */
export interface FieldsProps<Fields> {
  value: Fields
  problems: FieldProblems
  onChange: (value: Fields) => void
}
