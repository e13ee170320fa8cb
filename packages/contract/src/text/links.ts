import { trimEndOf } from './trim.ts'

/** A piece of a text; with `href` it is a link. */
export interface TextPiece {
  text: string
  href?: string
}

const addressPattern = /https?:\/\/[^\s<>"'`]+/g
/** Characters that end a sentence, not an address. */
const trailing = '.,;:!?)]}'

/** Returns whether a link may lead to a URL from outside: to http and https only, never to a script. Source: decision 46. */
export function isSafeLink(url: string | null | undefined): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)
}

/**
 * Splits a text at its addresses. Only http and https become links: output of programs is not trusted.
 * Source: specification, document 3 section 5.
 */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    const href = trimEndOf(match[0], trailing)
    if (!URL.canParse(href)) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: href, href })
    end = match.index + href.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
