import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** The attributes that tie a control to its label, help and error. */
export interface FieldControl {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** What every labelled control takes. */
export interface FieldProps {
  label: string
  /** How to fill it in, beneath the control. */
  help?: ReactNode
  /** What is wrong with the present value. It takes the place of the help, which would push it away. */
  error?: string | undefined
  required?: boolean
  /** Keeps the label for those who listen only. */
  hideLabel?: boolean
  /** Stands beside the label, such as a choice of how the field is filled in. */
  action?: ReactNode
  className?: string
}

/** A label with what stands beside it. It is as high as the label alone, so that fields in a row stay level. */
export function LabelRow(props: { action: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-center justify-between gap-2">
      {props.children}
      <div className="-my-1 flex shrink-0 items-center gap-1">{props.action}</div>
    </div>
  )
}

/** A label, a control, and its help or error, tied together for those who listen. */
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
        // Those who listen hear it from the control.
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
