import { Button } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Removal } from './resource.ts'

/** Button at the left of a form. It asks, then deletes the thing that the form changes. */
export function DeleteButton<Thing>(props: {
  removal: Removal<Thing>
  thing: Thing
  onDeleted: () => void
}): ReactNode {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="mr-auto" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && <DeleteDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
