import type { ReactNode } from 'react'

/** A part of a long form under a heading. */
export function FormPart({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="float-left w-full text-lead font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
