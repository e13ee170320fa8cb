// What is known of the tables of this module beside the catalog of the database.
import type { Severity } from '@binnacle/contract/health'
import type {
  AlertEnd,
  AlertNoteRow,
  CustomService,
  Flapping,
  FurtherRecipient,
  HoldKind,
  SendStatus,
} from '@binnacle/contract/notifications'
import type { QuietHours } from '@binnacle/contract/on-call'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { KnownTable } from '../../platform/database/columns.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { SubjectState } from '../../platform/subjects.ts'
import type { Tells } from './pipeline/send/texts.ts'

type Json<Shape> = ColumnType<Shape, string, string>

/** Custom services as they are stored: URLs that hold a secret are sealed. */
type StoredServices = Json<readonly CustomService[]> | null

export interface NotificationTables extends DB {
  'core.notifications': KnownTable<
    'core.notifications',
    {
      properties: Json<Readonly<Record<string, string>>> | null
      custom_services: StoredServices
      fallback_custom_services: StoredServices
      further_recipients: Json<readonly FurtherRecipient[]> | null
      quiet_hours: Json<QuietHours> | null
      flapping: Json<Flapping> | null
    }
  >
  'core.alerts': KnownTable<
    'core.alerts',
    {
      resource_kind: SubjectState['kind']
      severity: Severity
      snoozed_severity: Severity | null
      closed_reason: AlertEnd | null
    }
  >
  'core.alert_told': KnownTable<
    'core.alert_told',
    { knows: Generated<'nothing' | 'open' | 'over'>; held_by: HoldKind | null }
  >
  'core.alert_notes': KnownTable<'core.alert_notes', { kind: AlertNoteRow['kind'] }>
  'core.notification_alerts': KnownTable<
    'core.notification_alerts',
    { severity: Severity; held_by: 'silence' | 'inhibition' | null }
  >
  'core.notification_send_history': KnownTable<
    'core.notification_send_history',
    { status: SendStatus; tells: Tells; resource_kind: SubjectState['kind'] }
  >
}

/** Columns of a table of this module as they are read. */
export type StoredColumns<
  Table extends keyof NotificationTables,
  Names extends keyof Selectable<NotificationTables[Table]>,
> = Pick<Selectable<NotificationTables[Table]>, Names>
