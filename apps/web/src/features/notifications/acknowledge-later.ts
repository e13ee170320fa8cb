import { lazy } from 'react'

/** The button that acknowledges all open alerts of a check. Its code is loaded when a check that is not healthy opens. */
export const AcknowledgeCheck = lazy(async () => {
  const { AcknowledgeCheck: component } = await import('./why/acknowledge-check.tsx')
  return { default: component }
})
