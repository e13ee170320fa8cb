import { REQUIRED } from '@binnacle/contract/core'
import { field } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'

const pattern = z
  .string()
  .trim()
  .max(4_096, { abort: true })
  .check((context) => {
    const { value } = context
    const problem = () => {
      if (!value.startsWith('/') || value.split('/').includes('..'))
        return 'a path starts with "/" and has no ".."'
      try {
        readGlob(value.slice(1))
        return undefined
      } catch (error) {
        return error instanceof RangeError ? error.message : String(error)
      }
    }
    const message = problem()
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: value })
  })

const schema = z.strictObject({
  paths: field(z.array(pattern).min(1, REQUIRED).max(100), {
    title: 'Paths',
    description:
      'Files of the machine that Binnacle runs on: * any name, ** any folders, {a,b} one of several. Files ending in .gz are read too.',
  }),
  ignore: field(z.array(pattern).max(100).optional(), {
    title: 'Ignore',
    description: 'Files to exclude, as patterns.',
    destination: false,
  }),
})

export const logs = defineLogBackend({
  type: 'file',
  title: 'Files',
  description: 'Files of the machine that Binnacle runs on, rotated and compressed ones included.',
  setup:
    'Folders of the machine must be allowed with `LOCAL_FOLDERS`. Links are not followed. A line is text with a time at its start, or a document in JSON.',
  icon: 'file-text',
  schema,
  ofHost: true,
  example: { paths: ['/var/log/shop/*.log*'], ignore: ['/var/log/shop/debug*'] },
  timeoutMilliseconds: 30_000,
  concurrency: 4,
  stream: ['file'],
})

export type FileLogsSpec = LogSpecOf<typeof logs>
