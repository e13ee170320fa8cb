import { NOW } from './render.tsx'

/** Writes an instant some minutes from when pages are rendered; negative is past. */
export const inMinutes = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()
