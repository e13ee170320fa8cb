/** Ends that are offered for a silence that begins now, as date math. */
export const silenceEnds = [
  { label: '1 hour', until: 'now+1h' },
  { label: '4 hours', until: 'now+4h' },
  { label: 'Until tomorrow 9:00', until: 'now+1d/d+9h' },
  { label: '1 week', until: 'now+1w' },
] as const
