/** First part of the keys of open alerts: their live topic. */
export const ALERTS_KEY = ['alerts'] as const
