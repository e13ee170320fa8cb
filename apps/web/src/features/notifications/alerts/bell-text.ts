/** Says how many alerts wait for a person. */
export function bellText({ count, critical }: { count: number; critical: number }): string {
  if (count === 0) return 'Alerts'
  const what =
    count === 1
      ? '1 of yours is not acknowledged'
      : `${count.toLocaleString('en')} of yours are not acknowledged`
  return `Alerts: ${what}${critical === 0 ? '' : `, ${critical.toLocaleString('en')} critical`}`
}
