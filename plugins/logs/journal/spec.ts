import { field } from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'

const name = z
  .string()
  .trim()
  .min(1)
  .max(253, { abort: true })
  .regex(/^[^\s-][^\s]*$/, 'a name without spaces')

const schema = z.strictObject({
  units: field(z.array(name).max(100).optional(), {
    title: 'Units',
    description: 'Units of systemd, such as nginx.service. Default: all.',
    destination: false,
  }),
  identifiers: field(z.array(name).max(100).optional(), {
    title: 'Identifiers',
    description: 'Names by which programs write, such as sshd. Default: all.',
    destination: false,
  }),
  priority: field(
    z.enum(['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug']).optional(),
    {
      title: 'Lowest priority',
      description: 'Leaves out what is less important. Default: debug',
      destination: false,
    },
  ),
  directory: field(
    z
      .string()
      .trim()
      .max(4_096, { abort: true })
      .refine((value) => value.startsWith('/') && !value.split('/').includes('..'), {
        error: 'a folder starts with "/" and has no ".."',
      })
      .optional(),
    {
      title: 'Folder',
      description:
        'Folder of journal files, which LOCAL_FOLDERS must allow. Default: the journal of the machine',
    },
  ),
})

export const logs = defineLogBackend({
  type: 'journal',
  title: 'Journal',
  description: 'The journal of systemd on the machine that Binnacle runs on.',
  setup:
    'Needs the program `journalctl`, and an account that may read the journal: a member of the group `systemd-journal`.',
  icon: 'journal',
  schema,
  ofHost: true,
  example: { units: ['nginx.service'], priority: 'info' },
  timeoutMilliseconds: 30_000,
  concurrency: 4,
  stream: ['unit', 'identifier'],
})

export type JournalSpec = LogSpecOf<typeof logs>
