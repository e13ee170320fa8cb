/** Colors for a canvas, which cannot read the style sheet itself. */
export interface ChartTokens {
  lines: readonly string[]
  grid: string
  text: string
  surface: string
  threshold: string
  passed: string
  failed: string
  mixed: string
  unknown: string
  onHealth: string
}

/** Reads the colors of the theme at an element. */
export function readChartTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
    lines: [token('--chart-1'), token('--chart-2'), token('--chart-3')],
    grid: token('--chart-grid'),
    text: token('--text-muted'),
    surface: token('--surface'),
    threshold: token('--warning-fill'),
    passed: token('--healthy-fill'),
    failed: token('--unhealthy-fill'),
    mixed: token('--warning-fill'),
    unknown: token('--unknown-fill'),
    onHealth: token('--on-health'),
  }
}
