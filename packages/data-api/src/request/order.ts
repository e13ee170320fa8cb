import { createReader, type Field, readField } from './reader.ts'

/** One term of an order: a column, or a column of a to-one embed. */
export interface OrderTerm {
  embed: string | undefined
  field: Field
  descending: boolean
  nulls: 'first' | 'last' | undefined
}

const blanks = /\s*/y
const directionPattern = /\.(asc|desc)(?![a-z])/y
const nullsPattern = /\.nulls(first|last)/y

/** Parses the parameter `order`, such as `name.desc.nullslast,clients(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const reader = createReader(text, 'order')
  const terms: OrderTerm[] = []
  do {
    reader.match(blanks)
    let field = readField(reader)
    let embed: string | undefined
    if (field.path.length === 0 && reader.take('(')) {
      embed = field.name
      field = readField(reader)
      if (!reader.take(')')) return reader.refuse('")"')
    }
    const direction = reader.match(directionPattern)?.[1]
    const nulls = reader.match(nullsPattern)?.[1]
    terms.push({
      embed,
      field,
      descending: direction === 'desc',
      nulls: nulls === 'first' ? 'first' : nulls === 'last' ? 'last' : undefined,
    })
    reader.match(blanks)
  } while (reader.take(','))
  return reader.atEnd() ? terms : reader.refuse('"," or end of input')
}
