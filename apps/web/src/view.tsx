import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import './styles.css'
import { PublicViewPage } from './features/topology/public-view/public-view.tsx'

// The script of the page of public views. It starts apart from the application: no session, flags or router is loaded.

// The content security policy forbids compiled code, so zod must interpret its schemas.
config({ jitless: true })
const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<PublicViewPage />)
