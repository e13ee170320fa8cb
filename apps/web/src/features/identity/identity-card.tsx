import { BrandMark } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** Frame of every page outside the application: one centered card. */
export function IdentityCard(props: { title: string; children: ReactNode; footer?: ReactNode }): ReactNode {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-5 bg-canvas px-4 py-10">
      <title>{`${props.title} - Binnacle`}</title>
      <div className="flex items-center gap-2.5">
        <BrandMark size={30} />
        <span className="text-title font-semibold tracking-tight">Binnacle</span>
      </div>
      <main className="w-full max-w-sm rounded-dialog border border-line bg-surface p-6 shadow-panel">
        <h1 className="mb-4 text-lead font-semibold">{props.title}</h1>
        {props.children}
      </main>
      {props.footer !== undefined && (
        <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-secondary">{props.footer}</p>
      )}
    </div>
  )
}
