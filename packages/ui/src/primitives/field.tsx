import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** Attributes that connect a control to its label, help and error. */
export interface FieldControl {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Props of every labeled control. */
export interface FieldProps {
  label: string
  /** Help text below the control. */
  help?: ReactNode
  /** Error of the current value. It replaces the help, so that the form does not move. */
  error?: string | undefined
  required?: boolean
  /** Hides the label visually, but keeps it for screen readers. */
  hideLabel?: boolean
  /** Rendered beside the label, such as a choice of how to fill in the field. */
  action?: ReactNode
  className?: string
}

/** A label with content beside it. It is as high as the label alone, so that fields in a row stay aligned. */
export function LabelRow(props: { action: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-center justify-between gap-2">
      {props.children}
      <div className="-my-1 flex shrink-0 items-center gap-1">{props.action}</div>
    </div>
  )
}

/** A label, a control, and its help or error, connected for screen readers. */
export function Field(props: FieldProps & { children: (control: FieldControl) => ReactNode }): ReactNode {
  const id = useId()
  const failed = props.error !== undefined
  const described = failed || props.help !== undefined
  const label = (
    <span className={classNames('text-small', props.hideLabel === true && 'sr-only')}>
      <label htmlFor={id} className="font-medium text-secondary">
        {props.label}
      </label>
      {props.required === true && (
        // Screen readers announce it with the control.
        <span aria-hidden="true" className="text-muted">
          {' '}
          (required)
        </span>
      )}
    </span>
  )
  return (
    <div className={classNames('flex flex-col gap-1', props.className)}>
      {props.action === undefined ? label : <LabelRow action={props.action}>{label}</LabelRow>}
      {props.children({
        id,
        required: props.required === true,
        'aria-describedby': described ? `${id}-note` : undefined,
        'aria-invalid': failed || undefined,
      })}
      {described && (
        <p
          id={`${id}-note`}
          className={classNames('text-small', failed ? 'flex gap-1 text-unhealthy' : 'text-muted')}
        >
          {failed && <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
          {props.error ?? props.help}
        </p>
      )}
    </div>
  )
}
