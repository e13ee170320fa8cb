import type { FieldKind } from '@binnacle/contract/catalog'

/** The words of the kinds of fields. */
export const kindLabels: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  link: 'Link',
  person: 'Person',
}
