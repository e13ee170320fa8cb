import { applyStoredTheme } from '@binnacle/ui/theme'
import { askEarly, neededEarly } from './application/requests/early.ts'

// This file is small and runs first: the right colors and the first requests do not wait for the rest of the code. Where
// the server drew the frame already, someone is signed in.
applyStoredTheme()
if (document.querySelector('#root > *') !== null) askEarly(neededEarly(location))

/** Resolves when the styles are there, so that nothing is drawn without them. */
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
  start()
}

// Not awaited: the rest of the code imports from this file's chunk, and would wait for it in turn.
void startApplication()
