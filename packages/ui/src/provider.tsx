import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useState } from 'react'
import { LinkProvider, type RenderLink, renderPlainLink } from './primitives/link.tsx'
import { TooltipHost } from './primitives/tooltip.tsx'
import { ShortcutsProvider } from './shortcuts/shortcuts-provider.tsx'
import type { ThemePreference } from './theme/theme.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'
import { ToastProvider } from './toast/toast-provider.tsx'
import { cspNonce } from './utilities/csp-nonce.ts'

/**
 * Providers that the components need. Wrap the whole app in it once.
 * @param props.renderLink renders a link that navigates with the app's router
 * @param props.theme overrides the stored choice, for screens that must not depend on it
 */
export function UiProvider(props: {
  renderLink?: RenderLink
  theme?: ThemePreference
  children: ReactNode
}): ReactNode {
  const [nonce] = useState(cspNonce)
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider {...(props.theme !== undefined && { preference: props.theme })}>
        <LinkProvider renderLink={props.renderLink ?? renderPlainLink}>
          <ShortcutsProvider>
            <TooltipHost>
              <ToastProvider>{props.children}</ToastProvider>
            </TooltipHost>
          </ShortcutsProvider>
        </LinkProvider>
      </ThemeProvider>
    </CSPProvider>
  )
}
