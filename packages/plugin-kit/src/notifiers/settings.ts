import { z } from 'zod'
import { field } from '../core/fields.ts'
import { messageColor } from './colors.ts'
import type { NotificationMessage } from './notifier.ts'

/** The color of every message, instead of one that says what kind of message it is. */
export const colorSetting = field(
  z
    .string()
    .trim()
    .regex(/^#?[0-9a-fA-F]{6}$/, 'not a color such as #d92d20')
    .optional(),
  {
    title: 'Color',
    description:
      'Color of every message, such as #d92d20. Default: red to yellow for alerts by severity, green for recoveries, blue for updates',
  },
)

/** A short text of a message's settings. */
export function textSetting(title: string, description: string, longest = 255) {
  return field(z.string().trim().min(1).max(longest).optional(), { title, description })
}

/** A web address of a message's settings. */
export function urlSetting(title: string, description: string) {
  return field(
    z
      .url({ protocol: /^https?$/, error: 'not an http or https address' })
      .max(2_000)
      .optional(),
    {
      title,
      description,
    },
  )
}

/** A switch of a message's settings. */
export function switchSetting(title: string, description: string) {
  return field(z.boolean().optional(), { title, description })
}

/** The color of a message: as the settings say, or by its kind. @returns such as #d92d20 */
export function colorFor(setting: string | undefined, message: NotificationMessage): string {
  return setting === undefined ? messageColor(message) : `#${setting.replace('#', '')}`
}
