import * as z from 'zod/mini'

/** A message as the service worker of the web application (`push-worker.js`) gets it from a push service. */
export const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Messages with the same tag replace each other: those of one alert. */
  tag: z.string(),
  /** The page that a click opens. Only its path counts, because the worker opens no other site. */
  url: z.string(),
  /** When it happened. */
  time: z.iso.datetime(),
  /** Whether the message stays on the screen until the person acts. */
  urgent: z.boolean(),
  /** The button that acknowledges the alert by a POST without sign-in. */
  acknowledge: z.optional(z.object({ label: z.string(), url: z.string(), page: z.string() })),
})
export type PushMessage = z.output<typeof pushMessage>
