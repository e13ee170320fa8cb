/** When and how rows are rendered only near the visible part. Heights are CSS pixels. */
export const virtualRows = {
  /** Lines above which a table is virtual. Below it the browser is as fast, and search in page finds every row. */
  above: 200,
  /** Assumed height of a row that has not been measured yet. */
  estimate: 35,
  /** Rows kept beyond each edge of the visible part. */
  overscan: 10,
} as const
