import { ExternalLink } from '@binnacle/ui'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'

/** Addresses that a text from outside may link to. */
const linkable = /^(?:https?:\/\/|mailto:)/i

function Link({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return linkable.test(href) ? <ExternalLink href={href}>{children}</ExternalLink> : children
}

function Row({ cells, tag }: { cells: readonly Tokens.TableCell[]; tag: 'td' | 'th' }): ReactNode {
  return (
    <tr>
      {cells.map((cell, index) => (
        // Cells have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {createElement(
            tag,
            cell.align === null ? {} : { style: { textAlign: cell.align } },
            <Parts tokens={cell.tokens} />,
          )}
        </Fragment>
      ))}
    </tr>
  )
}

/** Entities that Markdown allows in plain text, as characters. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const decoded = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)

function Part({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'heading':
      // The message is a part of a dialog with its own headings.
      return createElement(`h${Math.min(token.depth + 2, 6)}`, {}, <Parts tokens={token.tokens} />)
    case 'paragraph':
      return (
        <p>
          <Parts tokens={token.tokens} />
        </p>
      )
    case 'text':
      return token.tokens === undefined ? decoded(token.text) : <Parts tokens={token.tokens} />
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Parts tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Parts tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Parts tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return (
        // Long lines scroll by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote>
          <Parts tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return createElement(
        token.ordered ? 'ol' : 'ul',
        token.ordered && token.start !== '' ? { start: token.start } : {},
        <Parts tokens={token.items} />,
      )
    case 'list_item':
      return (
        <li>
          <Parts tokens={token.tokens} />
        </li>
      )
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} readOnly disabled aria-label="Done" />
    case 'link':
      return (
        <Link href={token.href}>
          <Parts tokens={token.tokens} />
        </Link>
      )
    case 'image':
      // Nothing is loaded from elsewhere, which would tell who reads the message.
      return <Link href={token.href}>{token.text === '' ? token.href : token.text}</Link>
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="region" aria-label="Table" tabIndex={0}>
          <table>
            <thead>
              <Row cells={token.header} tag="th" />
            </thead>
            <tbody>
              {token.rows.map((cells, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Row key={index} cells={cells} tag="td" />
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'html':
      // Never as elements.
      return token.block ? <p>{token.text}</p> : token.text
    case 'def':
    case 'space':
      return null
    default:
      return token satisfies never
  }
}

const isKnown = (token: Token): token is MarkedToken => token.type !== 'generic'

function Parts({ tokens }: { tokens?: readonly Token[] | undefined }): ReactNode {
  return tokens?.filter(isKnown).map((token, index) => (
    // Tokens have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Part key={index} token={token} />
  ))
}

/**
 * A text from outside as Markdown. It is drawn of elements that are made here: HTML in it stays text, pictures are
 * links, and only addresses of web pages and of mail are links.
 */
export function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className="prose-text">
      <Parts tokens={lexer(text, { gfm: true, breaks: true })} />
    </div>
  )
}
