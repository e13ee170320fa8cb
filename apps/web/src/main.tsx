import { applyStoredTheme } from '@binnacle/ui/theme'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { Application } from './application/application.tsx'
import './styles.css'

applyStoredTheme()
// The content security policy forbids what would be compiled.
config({ jitless: true })

const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<Application />)
