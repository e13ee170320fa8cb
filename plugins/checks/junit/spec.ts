import { REQUIRED } from '@binnacle/contract/core'
import { artifacts, commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, variables } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields
// Files of canary-checker write the minutes that tests may take as a number.
const timeout = common.timeout.meta({ ...common.timeout.meta(), bareUnit: 'm' })

const schema = z
  .strictObject({
    ...common,
    timeout,
    testResults: field(
      z
        .string()
        .max(4_096)
        .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'a path of this machine begins with /')
        .optional(),
      {
        title: 'Folder',
        description:
          'Reads the .xml files of this folder of this machine and of the folders in it. It must be inside one that the operator allows with LOCAL_FOLDERS. Default: none is allowed.',
      },
    ),
    script: field(z.string().min(1).max(100_000).optional(), {
      title: 'Script',
      description:
        'Runs in bash, in the scratch folder /tmp. The folder is then read with the rights of the script. Without a folder the script prints the results.',
      widget: 'code',
      language: 'shell',
    }),
    env: field(variables.optional(), {
      title: 'Environment',
      aliases: ['envVar', 'envVars'],
      description: 'Variables for the script. It gets no variables of the product.',
    }),
    artifacts,
  })
  .check((context) => {
    if (context.value.testResults === undefined && context.value.script === undefined)
      context.issues.push({ code: 'custom', message: REQUIRED, path: ['testResults'], input: context.value })
    if ((context.value.artifacts?.length ?? 0) > 0 && context.value.script === undefined)
      context.issues.push({
        code: 'custom',
        message: 'are files of a script: give a script, or leave them out',
        path: ['artifacts'],
        input: context.value,
      })
  })

export const check = defineCheck({
  type: 'junit',
  title: 'JUnit',
  description: 'Reads JUnit test results from a folder or a script.',
  icon: 'flask-conical',
  category: 'script',
  editor: 'code',
  schema,
  example: { name: 'smoke tests', testResults: '/var/lib/tests/results' },
  timeoutMilliseconds: 300_000,
  concurrency: 4,
  endpoint: (spec) => spec.testResults,
})

export type JunitSpec = SpecOf<typeof check>
