import { type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { Contained, onNextTry } from './contained.tsx'

/**
 * Browsers remember that a module, or one that it imports, could not be loaded: only a new page asks for it again. Loads
 * the page again once the server answers, and fails before that, as a page that is there is better than none.
 */
async function loadPageAgain(): Promise<never> {
  const answer = await fetch(location.pathname, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  location.reload()
  return new Promise(() => undefined)
}

/**
 * A component whose code is loaded when it is first shown. Where that fails, the page stays and says so; the code is
 * loaded anew when the person tries again.
 * @param load gives the component
 * @param partOf tells what is shown from the props: another thing is tried anew
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  partOf: (props: Props) => string = () => '',
): (props: Props) => ReactNode {
  const startLoading = (isRetry: boolean) =>
    lazy(async () => {
      try {
        return { default: isRetry ? await loadPageAgain() : await load() }
      } catch (error) {
        onNextTry(() => {
          part = startLoading(true)
        })
        throw error
      }
    })
  let part = startLoading(false)
  function Part(props: Props): ReactNode {
    return createElement(part, props)
  }
  return (props) => (
    <Contained part={partOf(props)}>
      <Part {...props} />
    </Contained>
  )
}
