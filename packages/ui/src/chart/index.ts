export type { ChartSummary } from './readout.tsx'
export { LatencyChart, type LatencyChartProps } from './latency-chart.tsx'
export type { BandState, ChartPoint } from './band.ts'
export type { ChartLine } from './describe.ts'
