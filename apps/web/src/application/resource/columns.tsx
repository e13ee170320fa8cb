import { Age, type DataColumn, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'

/** Description of a column that shows one field. Its id is the name of the field. */
type FieldColumn<Field extends string> = Omit<DataColumn<never>, 'id' | 'cell' | 'groupCell' | 'hasValue'> & {
  id: Field
}

/** Creates the column of a text; a text that does not fit is cut. */
export function textColumn<Field extends string>(
  column: FieldColumn<Field>,
): DataColumn<Readonly<Record<Field, string | null>>> {
  return {
    ...column,
    hasValue: ({ [column.id]: text }) => text !== null,
    cell: ({ [column.id]: text }) => (text === null ? <NoValue /> : <TruncatedText text={text} />),
  }
}

/** Creates the column of a name. */
export function nameColumn<Field extends string>(
  column: FieldColumn<Field>,
): DataColumn<Readonly<Record<Field, string>>> {
  return { ...column, cell: ({ [column.id]: name }) => <TruncatedName text={name} /> }
}

/** Creates the column of a text that other programs read too, such as a network address or an expression. */
export function codeColumn<Field extends string>(
  column: FieldColumn<Field>,
): DataColumn<Readonly<Record<Field, string | null>>> {
  return {
    ...column,
    hasValue: ({ [column.id]: text }) => text !== null,
    cell: ({ [column.id]: text }) =>
      text === null ? (
        <NoValue />
      ) : (
        <code className="block min-w-0 text-small">
          <TruncatedText text={text} />
        </code>
      ),
  }
}

/** Creates the column of the age of a point in time. */
export function ageColumn<Field extends string>(
  column: FieldColumn<Field>,
): DataColumn<Readonly<Record<Field, string | null>>> {
  return {
    numeric: true,
    ...column,
    hasValue: ({ [column.id]: time }) => time !== null,
    cell: ({ [column.id]: time }) => <Age time={time} />,
  }
}

/**
 * Creates the column of a number.
 * @param setup.digits most digits after the decimal point. Default: 0
 * @param setup.isProblem whether a number above zero stands out as a problem
 */
export function numberColumn<Field extends string>(
  column: FieldColumn<Field>,
  setup: { digits?: number; isProblem?: true } = {},
): DataColumn<Readonly<Record<Field, number>>> {
  const { digits = 0, isProblem = false } = setup
  return {
    numeric: true,
    ...column,
    cell({ [column.id]: value }) {
      const text = value.toLocaleString('en', { maximumFractionDigits: digits })
      return isProblem && value > 0 ? <span className="font-medium text-unhealthy">{text}</span> : text
    },
  }
}

/** Creates the column with the person who created a row. */
export function createdByColumn(
  column: Partial<FieldColumn<'created_by'>> = {},
): DataColumn<{ readonly created_by: { readonly name: string } | null }> {
  return {
    header: 'Created By',
    width: 130,
    ...column,
    id: 'created_by',
    cell: ({ created_by: person }) => (person === null ? <NoValue /> : <TruncatedText text={person.name} />),
  }
}
