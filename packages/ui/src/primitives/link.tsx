import { type ComponentPropsWithRef, createContext, type ReactElement, type ReactNode, use } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** An application extends this with the types of its addresses, so that every link is checked. */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- applications extend it
export interface LinkAddresses {}

/** An address of the application; any text if the application declares none. */
export type Href = [keyof LinkAddresses] extends [never]
  ? string
  : LinkAddresses[keyof LinkAddresses] extends infer Address extends string
    ? Address
    : never

/** Attributes of every link of this package. */
export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: Href }

/** Renders a link. An app passes one that navigates with its router and renders an `a` with the address. */
export type RenderLink = (props: LinkProps) => ReactElement

/** Renders a link that loads the page it leads to. */
export const renderPlainLink: RenderLink = ({ children, ...props }) => <a {...props}>{children}</a>

const LinkContext = createContext<RenderLink>(renderPlainLink)

/** Sets how links below it are rendered. */
export function LinkProvider(props: { renderLink: RenderLink; children: ReactNode }): ReactNode {
  return <LinkContext value={props.renderLink}>{props.children}</LinkContext>
}

/** Returns the app's function that renders links. */
export function useRenderLink(): RenderLink {
  return use(LinkContext)
}

/** Classes of a link within text. */
export const linkClass =
  'rounded-small text-accent-text underline decoration-current/35 underline-offset-[3px] hover:decoration-current'

/** A link to a page of the app, without style. */
export function PlainLink(props: LinkProps): ReactNode {
  return useRenderLink()(props)
}

/** A link within text to a page of the app. */
export function TextLink({ className, ...props }: LinkProps): ReactNode {
  return useRenderLink()({ ...props, className: classNames(linkClass, className) })
}

/** A link to another site. It opens in a new tab, and the target learns nothing about our page. */
export function ExternalLink({ className, children, ...props }: ComponentPropsWithRef<'a'>): ReactNode {
  return (
    <a {...props} className={classNames(linkClass, className)} target="_blank" rel="noreferrer noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
