import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { Application } from './app.tsx'
// The start page comes along with the frame, as nearly everybody opens it first.
import './features/health/checks-page.tsx'
import './styles.css'

/** Draws the application. */
export function start(): void {
  // The content security policy forbids what would be compiled.
  config({ jitless: true })
  const root = document.querySelector('#root')
  if (root !== null) createRoot(root).render(<Application />)
}
