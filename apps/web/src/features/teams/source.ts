/** Whether a team was made here, and may be changed here. */
export function isOurs(source: string | null): boolean {
  return source === null || source === '' || source === 'UI'
}
