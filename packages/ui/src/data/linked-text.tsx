import { splitLinks } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { ExternalLink } from '../primitives/link.tsx'

/** A text from outside, such as the output of a program, with its http and https URLs as links. */
export function LinkedText({ text }: { text: string }): ReactNode {
  return splitLinks(text).map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      // The same URL may occur twice, so the index is the key.
      // oxlint-disable-next-line react/no-array-index-key
      <ExternalLink key={index} href={piece.href}>
        {piece.text}
      </ExternalLink>
    ),
  )
}
