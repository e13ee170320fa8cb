import { applyStoredTheme } from '@binnacle/ui/theme'
import { askEarly, neededEarly } from './application/requests/early.ts'

// This file is small and runs first, so that the theme and the first requests do not wait for the rest of the code.
// If the server already rendered the frame, a person is signed in.
applyStoredTheme()
if (document.querySelector('#root > *') !== null) {
  askEarly(neededEarly(location))
  loadPageEarly()
}

/** Loads the code of the topology beside that of the frame. A failure is reported where the page is opened. */
function loadPageEarly(): void {
  const { pathname } = location
  if (pathname === '/' || pathname === '/topology' || pathname.startsWith('/topology/'))
    import('./features/topology/topology-page.tsx').catch(() => undefined)
}

/** Resolves once the styles are loaded, so that nothing is rendered without them. */
async function stylesLoaded(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  await Promise.all(
    links
      .filter((link) => link.sheet === null)
      .map(
        (link) =>
          new Promise((resolve) => ['load', 'error'].map((name) => link.addEventListener(name, resolve))),
      ),
  )
}

async function startApplication(): Promise<void> {
  const [{ start }] = await Promise.all([import('./start.tsx'), stylesLoaded()])
  // In its own task: together, running the code and the first render block the browser for longest.
  await new Promise((resolve) => setTimeout(resolve))
  start()
}

// Not awaited: the rest of the code imports this file's chunk, so each would wait for the other.
void startApplication()
