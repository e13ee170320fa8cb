import type { Area } from '../../application/pages/area.ts'
import { identityPages } from './pages.ts'

export { flowFailureText } from './flow-failure.ts'
export { FlowForm, FlowMessages, type FlowQuestion } from './flow-form.tsx'
export type { Flow, FlowMessage, FlowValues } from './flow.ts'
export { IdentityCard } from './identity-card.tsx'
export { partOf } from './groups.ts'
export { type FlowControl, useFlow } from './use-flow.ts'

export const identity: Area = { outsidePages: identityPages }
