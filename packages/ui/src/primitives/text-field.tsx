import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Input, TextArea } from './input.tsx'

/** A labelled field of one line. */
export function TextField({
  label,
  help,
  error,
  required,
  hideLabel,
  action,
  className,
  ...attributes
}: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id' | keyof FieldProps>): ReactNode {
  return (
    <Field {...fieldProps({ label, help, error, required, hideLabel, action, className })}>
      {(control) => <Input {...attributes} {...control} />}
    </Field>
  )
}

/** A labelled field of several lines. */
export function TextAreaField({
  label,
  help,
  error,
  required,
  hideLabel,
  action,
  className,
  ...attributes
}: FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id' | keyof FieldProps>): ReactNode {
  return (
    <Field {...fieldProps({ label, help, error, required, hideLabel, action, className })}>
      {(control) => <TextArea rows={4} {...attributes} {...control} />}
    </Field>
  )
}

type Undefinable<Props> = { [Key in keyof Props]: Props[Key] | undefined }

/** Leaves out what is not given, which exact optional properties ask for. */
function fieldProps(props: Undefinable<FieldProps> & { label: string }): FieldProps {
  return {
    label: props.label,
    error: props.error,
    help: props.help,
    ...(props.required !== undefined && { required: props.required }),
    ...(props.hideLabel !== undefined && { hideLabel: props.hideLabel }),
    ...(props.action !== undefined && { action: props.action }),
    ...(props.className !== undefined && { className: props.className }),
  }
}
