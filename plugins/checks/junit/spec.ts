import {
  commonCheckFields,
  defineCheck,
  field,
  REQUIRED,
  secretValue,
  type SpecOf,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields

const schema = z
  .strictObject({
    ...common,
    testResults: field(
      z
        .string()
        .max(4_096)
        .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'a path of this machine begins with /')
        .optional(),
      {
        title: 'Folder',
        description: 'Folder of this machine whose .xml files are read, those of folders in it too.',
      },
    ),
    script: field(z.string().min(1).max(100_000).optional(), {
      title: 'Script',
      description:
        'Run by bash in a scratch folder of its own before the folder is read; without a folder it prints the results.',
      widget: 'code',
      language: 'shell',
    }),
    env: field(
      z
        .array(
          z.strictObject({
            name: field(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), {
              title: 'Name',
            }),
            value: secretValue({ title: 'Value' }),
          }),
        )
        .max(100)
        .optional(),
      {
        title: 'Environment',
        description: 'Variables for the script. It sees none of those of the product.',
      },
    ),
  })
  .check((context) => {
    if (context.value.testResults === undefined && context.value.script === undefined)
      context.issues.push({ code: 'custom', message: REQUIRED, path: ['testResults'], input: context.value })
  })

export const check = defineCheck({
  type: 'junit',
  title: 'JUnit',
  description: 'Reads the results of tests in JUnit form, from a folder or from a script that runs them.',
  icon: 'flask-conical',
  editor: 'code',
  schema,
  example: { name: 'smoke tests', testResults: '/var/lib/tests/results' },
  timeoutMilliseconds: 300_000,
  concurrency: 4,
  endpoint: (spec) => spec.testResults,
})

export type JunitSpec = SpecOf<typeof check>
