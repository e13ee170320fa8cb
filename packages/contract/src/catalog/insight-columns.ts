import * as z from 'zod/mini'
import { defineViewList, rowSchema, sortableFrom } from '../core/columns.ts'
import { severities } from '../health/severity.ts'

/** Types of insights. Source: INS-006. */
export const analysisTypes = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'technical_debt',
  'reliability',
  'recommendation',
  'other',
] as const
export type AnalysisType = (typeof analysisTypes)[number]

export const insightStatuses = ['open', 'silenced', 'resolved'] as const

const text = z.string()
const maybeText = z.nullable(text)

/** Lists of insights. Source: INS-005, INS-007. */
export const insightList = defineViewList('config_analysis_items', {
  id: { value: text },
  config_id: { value: text },
  analyzer: {
    value: text,
    label: 'Analyzer',
    sortable: true,
    filter: 'analyzer',
    field: { kind: 'text', help: 'Who found it' },
  },
  /** The item, whose name and type the list loads by its id. */
  config: { label: 'Catalog' },
  analysis_type: {
    value: text,
    label: 'Type',
    sortable: true,
    filter: 'type',
    field: {
      kind: 'choice',
      name: 'type',
      help: 'Type of the insight, such as security',
      values: analysisTypes,
    },
  },
  severity: {
    value: maybeText,
    label: 'Severity',
    sortable: true,
    filter: 'severity',
    field: { kind: 'choice', help: 'Its severity', values: severities },
  },
  status: {
    value: maybeText,
    label: 'Status',
    sortable: true,
    filter: 'status',
    field: { kind: 'choice', help: 'Its status', values: insightStatuses },
  },
  summary: { value: maybeText, field: { kind: 'text', help: 'Its summary; * matches any characters' } },
  message: { value: maybeText, field: { kind: 'text', help: 'Its explanation; * matches any characters' } },
  source: { field: { kind: 'text', help: 'Its source' } },
  config_name: {
    field: { kind: 'text', name: 'item', aliases: ['config'], help: 'Name of the item' },
  },
  config_type: {
    filter: 'configType',
    field: { kind: 'text', name: 'item_type', aliases: ['config_type'], help: 'Type of the item' },
  },
  first_observed: {
    value: maybeText,
    label: 'First Observed',
    sortable: true,
    numeric: true,
    field: { kind: 'time', name: 'first', aliases: ['first_observed'], help: 'When it was found first' },
  },
  last_observed: {
    value: maybeText,
    label: 'Last Observed',
    sortable: true,
    numeric: true,
    field: { kind: 'time', name: 'last', aliases: ['last_observed'], help: 'When it was found last' },
  },
})

/** Columns that insights can be sorted by; those that were found last come first. */
export const insightSortColumns = sortableFrom(insightList.columns, 'first_observed')
export type InsightSortColumn = (typeof insightSortColumns)[number]

/** An insight of a list, without its item. */
export const insightRow = rowSchema(insightList.columns)
