import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { Application } from './app.tsx'
// Bundle the start page with the frame, because nearly everybody opens it first.
import './features/health/checks-page.tsx'
import './styles.css'

/** Renders the application. */
export function start(): void {
  // The content security policy forbids compiled code, so zod must interpret its schemas.
  config({ jitless: true })
  const root = document.querySelector('#root')
  if (root !== null) createRoot(root).render(<Application />)
}
