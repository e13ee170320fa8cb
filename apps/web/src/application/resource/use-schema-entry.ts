import { formatPath, isRecord } from '@binnacle/contract/schema'
import type { SchemaForm } from '@binnacle/ui/schema-form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { useInvalidFocus } from '../forms/invalid-focus.ts'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'

type Values = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value)
}

function withValue(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  const record = isRecord(value) ? value : {}
  const inner = withValue(record[key], rest, to)
  const { [key]: _, ...others } = record
  return inner === undefined ? others : { ...record, [key]: inner }
}

/** A form that a JSON Schema describes and that is sent to the server. */
export interface SchemaEntry {
  values: Values
  dirty: boolean
  sending: boolean
  fields: SchemaForm
  /** Props of the frame around the fields. */
  frame: {
    id: string
    restored: false
    failure: string | undefined
    onSubmit: (event: SyntheticEvent) => Promise<void>
  }
  /** Calls `act` if the values are valid; otherwise it shows all errors and focuses the first. */
  whenValid: (act: () => void) => void
}

/**
 * Creates the form of a thing that a JSON Schema describes. Errors of the server appear at their fields.
 * @param setup.initial values to start with
 * @param setup.problemsOf finds what is wrong with values
 * @param setup.fieldAt returns the field that shows a problem of the server with this path; undefined if none does
 * @param setup.send sends the values; rejects with the failure of the request
 * @param setup.topics live topics to reload after sending
 */
export function useSchemaEntry(setup: {
  initial: Values
  problemsOf: (values: Values) => readonly { path: Path; message: string }[]
  fieldAt: (path: string) => string | undefined
  send: (values: Values) => Promise<void>
  topics: readonly string[]
}): SchemaEntry {
  const { initial } = setup
  const id = useId()
  const queries = useQueryClient()
  const focusInvalid = useInvalidFocus(id)
  const [values, setValues] = useState<Values>(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string>()
  const problems = new Map(setup.problemsOf(values).map(({ path, message }) => [formatPath(path), message]))
  const mutation = useMutation({
    mutationFn: () => setup.send(values),
    onError(error) {
      const found = error instanceof RequestFailure ? error.problems : []
      const placed = found.map((problem) => ({ ...problem, field: setup.fieldAt(problem.path) }))
      setRefused(
        new Map(
          placed.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const])),
        ),
      )
      focusInvalid()
      const homeless = placed.find(({ field }) => field === undefined)
      setFailure(found.length === 0 ? messageOf(error) : homeless && `${homeless.path}: ${homeless.message}`)
    },
    onSettled: () =>
      Promise.all(setup.topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  })

  function problemAt(path: Path): string | undefined {
    const place = formatPath(path)
    const found =
      refused.get(place) ??
      problems.get(place) ??
      [...problems].find(([other]) => other.startsWith(`${place}.`))?.[1]
    return refused.has(place) || tried || touched.has(place) ? found : undefined
  }

  function whenValid(act: () => void): void {
    setFailure(undefined)
    setTried(true)
    if (problems.size === 0) act()
    else focusInvalid()
  }

  return {
    values,
    dirty: JSON.stringify(values) !== JSON.stringify(initial) && !mutation.isSuccess,
    sending: mutation.isPending,
    fields: {
      valueAt: (path) => valueAt(values, path),
      change(path, to) {
        setValues((present) => {
          const next = withValue(present, path, to)
          return isRecord(next) ? next : present
        })
        const [key] = path
        setRefused((present) => new Map([...present].filter(([place]) => place !== key)))
      },
      problemAt,
      touch: (path) => setTouched((present) => new Set([...present, formatPath(path)])),
      showCode: () => {},
    },
    frame: {
      id,
      restored: false,
      failure,
      async onSubmit(event) {
        event.preventDefault()
        whenValid(() => mutation.mutate())
      },
    },
    whenValid,
  }
}
