import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Input, TextArea } from './input.tsx'

/** A labeled single-line field. */
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

/** A labeled multi-line field. @param props.code whether its text is code, which is shown in a font of equal widths */
export function TextAreaField({
  label,
  help,
  error,
  required,
  hideLabel,
  action,
  className,
  code = false,
  ...attributes
}: FieldProps &
  Omit<ComponentPropsWithRef<'textarea'>, 'id' | keyof FieldProps> & { code?: boolean }): ReactNode {
  return (
    <Field {...fieldProps({ label, help, error, required, hideLabel, action, className })}>
      {(control) => (
        <TextArea rows={4} {...(code && { className: 'font-mono' })} {...attributes} {...control} />
      )}
    </Field>
  )
}

type Undefinable<Props> = { [Key in keyof Props]: Props[Key] | undefined }

/** Omits undefined properties, as `exactOptionalPropertyTypes` requires. */
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
