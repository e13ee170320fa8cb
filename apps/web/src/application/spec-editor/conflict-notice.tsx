import { Button, Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** Choices after another version was stored in the meantime. */
export interface Conflict {
  overwrite: () => void
  takeTheirs: () => void
}

/** Says that somebody else changed what a person edits, and offers what to do. */
export function ConflictNotice({ thing, conflict }: { thing: string; conflict: Conflict }): ReactNode {
  return (
    <Notice
      kind="warning"
      actions={
        <>
          <Button size="small" onClick={conflict.overwrite}>
            Save mine over it
          </Button>
          <Button size="small" onClick={conflict.takeTheirs}>
            Discard mine and load it
          </Button>
        </>
      }
    >
      {`This ${thing} was changed since you opened it. Your changes are not saved, and not lost.`}
    </Notice>
  )
}
