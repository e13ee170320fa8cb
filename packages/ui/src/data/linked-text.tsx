import { splitLinks } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { ExternalLink } from '../primitives/link.tsx'

/** A text from outside, such as output of a program, with the http and https addresses in it made links. */
export function LinkedText({ text }: { text: string }): ReactNode {
  return splitLinks(text).map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      // The same address may be in a text twice: only its place tells the pieces apart.
      // oxlint-disable-next-line react/no-array-index-key
      <ExternalLink key={index} href={piece.href}>
        {piece.text}
      </ExternalLink>
    ),
  )
}
