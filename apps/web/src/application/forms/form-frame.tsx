import { Notice } from '@binnacle/ui'
import type { ReactNode, SyntheticEvent } from 'react'

/**
 * A form with the messages about all of it above its fields.
 * @param props.restored whether the values were typed before a sign-in
 * @param props.failure failure that belongs to none of the fields
 */
export function FormFrame(props: {
  id: string
  restored: boolean
  failure: string | undefined
  onSubmit: (event: SyntheticEvent) => Promise<void>
  children: ReactNode
}): ReactNode {
  return (
    <form
      id={props.id}
      noValidate
      onSubmit={(event) => void props.onSubmit(event)}
      className="flex flex-col gap-4"
    >
      {props.restored && (
        <Notice kind="information">What you typed before you signed in again was kept.</Notice>
      )}
      {props.failure !== undefined && <Notice kind="error">{props.failure}</Notice>}
      {props.children}
    </form>
  )
}
