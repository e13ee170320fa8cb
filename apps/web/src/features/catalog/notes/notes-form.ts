import type { ItemNotes } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'
import type { ConfigDetail } from '../config/queries.ts'
import { ownerText, readOwner } from './owner-field.tsx'
import { readTagLines, tagLines } from './tag-lines.ts'

const typedNotes = z.object({ owner: z.string(), notes: z.string(), tags: z.string() })

/** The fields of the form, as people edit them: the owner as a text, and one tag a line. */
export type TypedNotes = z.output<typeof typedNotes>

/** Returns what people say of an item as its form shows it. */
export const typedOf = ({ owner, notes, own_tags: tags }: ConfigDetail): TypedNotes => ({
  owner: owner === null ? '' : ownerText(owner),
  notes: notes ?? '',
  tags: tagLines(tags),
})

/** Validates the form. */
export const notesForm = z.pipe(
  typedNotes,
  z.transform(({ owner, notes, tags }, context): ItemNotes => {
    const read = readTagLines(tags)
    if (read.ok)
      return { owner: readOwner(owner), notes: notes.trim() === '' ? null : notes, tags: read.value }
    context.issues.push({ code: 'custom', path: ['tags'], message: read.failure, input: tags })
    return z.NEVER
  }),
)
