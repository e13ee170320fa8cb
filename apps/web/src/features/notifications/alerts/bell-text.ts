/** Says how many alerts wait for a person, of those that there are. */
export function bellText({ count, critical }: { count: number; critical: number }): string {
  const what =
    count === 1
      ? '1 alert of yours is not acknowledged'
      : `${count.toLocaleString('en')} alerts of yours are not acknowledged`
  return critical === 0 ? what : `${what}, ${critical.toLocaleString('en')} critical`
}
