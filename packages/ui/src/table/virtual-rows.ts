/** Settings of virtual tables, which render only rows near the visible part. Heights are CSS pixels. */
export const virtualRows = {
  /**
   * Number of lines above which a table is virtual. Up to that, the browser is as fast, and its page search finds
   * every row.
   */
  above: 200,
  /** Assumed height of a row before it is measured. */
  estimate: 35,
  /** Number of rows rendered beyond each edge of the visible part. */
  overscan: 10,
} as const
