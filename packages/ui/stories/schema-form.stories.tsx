import { REQUIRED } from '@binnacle/contract/core'
import type { SchemaNode } from '@binnacle/contract/schema'
import { type ReactNode, useState } from 'react'
import {
  FoldedGroup,
  MapEditor,
  ObjectFields,
  SchemaFormProvider,
  type ValuePath,
} from '../src/schema-form/index.ts'
import type { Story } from './story.ts'

export const title = 'Schema form'

/** A field of each kind that a schema can ask for. */
const kinds: SchemaNode = {
  type: 'object',
  required: ['name', 'url'],
  properties: {
    name: { type: 'string', title: 'Name' },
    url: { type: 'string', title: 'URL', description: 'The address that is requested.' },
    method: { type: 'string', title: 'Method', enum: ['GET', 'POST', 'PUT'], description: 'Default: GET' },
    schedule: {
      type: 'string',
      title: 'Schedule',
      widget: 'schedule',
      offered: ['@every 1m', '@every 1h', '@daily'],
    },
    timeout: { type: 'string', title: 'Timeout', widget: 'duration', description: 'Default: 10s' },
    retries: { type: 'integer', minimum: 0, title: 'Retries' },
    insecure: { type: 'boolean', title: 'Accept any certificate' },
    description: { type: 'string', title: 'Description', widget: 'multiline' },
    codes: { type: 'array', items: { type: 'integer' }, title: 'Expected status codes' },
    headers: {
      type: 'object',
      title: 'Headers',
      additionalProperties: { type: 'string' },
      group: 'request',
    },
    password: { type: 'object', secret: true, title: 'Password', group: 'authentication' },
    owners: {
      type: 'array',
      title: 'Owners',
      group: 'description',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', title: 'Name' }, team: { type: 'string', title: 'Team' } },
      },
    },
    extra: { title: 'Extra', description: 'Anything. It is edited in the code.', group: 'advanced' },
  },
}

const example = {
  name: 'front page of the shop in all regions, with a name that is too long for its field',
  url: 'https://shop.example.com/',
  method: 'POST',
  schedule: '@every 1m',
  timeout: '5s',
  retries: 2,
  insecure: true,
  codes: [200, 204],
  headers: { accept: 'text/html', 'x-region': 'eu' },
  owners: [{ name: 'Ada', team: 'web' }],
  extra: { any: ['thing'] },
}

type Value = Readonly<Record<string, unknown>> | readonly unknown[]

function readAt(value: unknown, [first, ...rest]: ValuePath): unknown {
  if (first === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  return readAt(Object.entries(value).find(([key]) => key === String(first))?.[1], rest)
}

function changeAt(value: unknown, [first, ...rest]: ValuePath, to: unknown): unknown {
  if (first === undefined) return to
  const inner = changeAt(readAt(value, [first]), rest, to)
  if (typeof first === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return inner === undefined ? items.toSpliced(first, 1) : items.toSpliced(first, 1, inner)
  }
  const present = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const others = present.filter(([key]) => key !== first)
  return Object.fromEntries(inner === undefined ? others : [...others, [first, inner]])
}

/** @param props.problems what is wrong, by path */
function Form(props: {
  node: SchemaNode
  value: Value
  problems?: Readonly<Record<string, string>>
}): ReactNode {
  const [value, setValue] = useState<unknown>(props.value)
  const { problems = {} } = props
  return (
    <SchemaFormProvider
      value={{
        valueAt: (path) => readAt(value, path),
        change: (path, to) => setValue((present: unknown) => changeAt(present, path, to)),
        problemAt: (path) => problems[path.join('.')],
        touch: () => undefined,
        showCode: () => undefined,
      }}
    >
      <div className="max-w-2xl">
        <ObjectFields node={props.node} path={[]} />
      </div>
    </SchemaFormProvider>
  )
}

function Labels(): ReactNode {
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({ team: 'web', tier: 'front' })
  return (
    <div className="max-w-2xl">
      <FoldedGroup title="Labels (2)" open>
        <MapEditor
          label="Labels"
          help="Added to every check of the group."
          value={labels}
          onChange={(key, text) => {
            const { [key]: _, ...others } = labels
            setLabels(text === undefined ? others : { ...labels, [key]: text })
          }}
        />
      </FoldedGroup>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Empty', render: () => <Form node={kinds} value={{}} /> },
  { name: 'Filled', render: () => <Form node={kinds} value={example} /> },
  {
    name: 'Wrong',
    render: () => (
      <Form
        node={kinds}
        value={{ ...example, name: '', retries: -1 }}
        problems={{ name: REQUIRED, retries: 'expected a number of at least 0', headers: 'expected a map' }}
      />
    ),
  },
  { name: 'Labels', render: () => <Labels /> },
]
