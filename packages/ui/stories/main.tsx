import './stories.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyStoredTheme, ClockProvider, type Theme, themes, UiProvider } from '../src/index.ts'
import { Catalogue } from './catalogue.tsx'
import { NOW } from './sample/time.ts'

applyStoredTheme()

const search = new URLSearchParams(location.search)
const theme: Theme | undefined = themes.find((name) => name === search.get('theme'))
if (theme !== undefined) document.documentElement.dataset['theme'] = theme

const root = document.querySelector('#root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ClockProvider clock={{ now: () => NOW }}>
        <UiProvider {...(theme !== undefined && { theme })}>
          <Catalogue search={search} />
        </UiProvider>
      </ClockProvider>
    </StrictMode>,
  )
