import { commonCheckFields, defineCheck, field, secretValue, type SpecOf } from '@binnacle/plugin-kit'
import { z } from 'zod'

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields

const schema = z.strictObject({
  ...common,
  script: field(z.string().min(1).max(100_000), {
    title: 'Script',
    description: 'Run by bash in a scratch folder of its own. Exit code 0 is healthy.',
    widget: 'code',
    language: 'shell',
  }),
  env: field(
    z
      .array(
        z.strictObject({
          name: field(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), { title: 'Name' }),
          value: secretValue({ title: 'Value' }),
        }),
      )
      .max(100)
      .optional(),
    {
      title: 'Environment',
      description:
        'Variables for the script. Of those of the product it sees PATH, LANG, LC_ALL and TZ only.',
    },
  ),
})

export const check = defineCheck({
  type: 'exec',
  title: 'Exec',
  description: 'Runs a shell script and looks at its exit code.',
  icon: 'terminal',
  schema,
  example: { name: 'free disk space', script: 'test "$(df -P / | awk \'NR == 2 { print $5 + 0 }\')" -lt 95' },
  timeoutMilliseconds: 30_000,
  concurrency: 20,
})

export type ExecSpec = SpecOf<typeof check>
