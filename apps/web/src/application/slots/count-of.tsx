import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { CountProps } from './types.ts'

/**
 * Returns what counts the things of a section by the query that loads them.
 * @param query the query that the content of the section uses too
 */
export function countOf<Subject, Data, Key extends QueryKey>(
  query: (subject: Subject) => UseQueryOptions<Data, Error, Data, Key>,
  count: (data: Data) => number,
): ComponentType<CountProps<Subject>> {
  return function Count({ subject, eager, ...looks }) {
    const { data } = useQuery({ ...query(subject), select: count, enabled: eager })
    return <Number count={data} {...looks} />
  }
}

/** Returns what shows a number that comes with the subject. */
export function countIn<Subject>(
  count: (subject: Subject) => number | undefined,
): ComponentType<CountProps<Subject>> {
  return function Count({ subject, eager: _eager, ...looks }) {
    return <Number count={count(subject)} {...looks} />
  }
}

function Number(props: { count: number | undefined } & Pick<CountProps<unknown>, 'className' | 'note'>) {
  return (
    props.count !== undefined && (
      <span title={props.note} className={props.className}>
        {props.count.toLocaleString('en')}
      </span>
    )
  )
}
