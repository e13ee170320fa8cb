import { type ComponentPropsWithRef, createContext, type ReactElement, type ReactNode, use } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** What every link of this package is made of: an address and the attributes of an `a`. */
export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/** Draws a link. An app gives one that navigates by its router and still renders an `a` with the address. */
export type RenderLink = (props: LinkProps) => ReactElement

/** Draws a link that loads the page it leads to. */
export const renderPlainLink: RenderLink = ({ children, ...props }) => <a {...props}>{children}</a>

const LinkContext = createContext<RenderLink>(renderPlainLink)

/** Sets how links are drawn beneath it. */
export function LinkProvider(props: { renderLink: RenderLink; children: ReactNode }): ReactNode {
  return <LinkContext value={props.renderLink}>{props.children}</LinkContext>
}

/** The app's way to draw a link. */
export function useRenderLink(): RenderLink {
  return use(LinkContext)
}

/** Classes of a link within text. */
export const linkClass =
  'rounded-small text-accent-text underline decoration-current/35 underline-offset-[3px] hover:decoration-current'

/** A link to a page of the app, drawn without any style of its own. */
export function PlainLink(props: LinkProps): ReactNode {
  return useRenderLink()(props)
}

/** A link within text to a page of the app. */
export function TextLink({ className, ...props }: LinkProps): ReactNode {
  return useRenderLink()({ ...props, className: classNames(linkClass, className) })
}

/** A link to somewhere else, opened apart; the page it opens learns nothing about ours. */
export function ExternalLink({ className, children, ...props }: LinkProps): ReactNode {
  return (
    <a {...props} className={classNames(linkClass, className)} target="_blank" rel="noreferrer noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
