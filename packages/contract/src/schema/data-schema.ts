// Generated from the schema: see the test that compares it.

/** What the data service shows. */
export type DataSchema = {
  Tables: {}
  Views: {
    'agents': {
      Row: {
        'id': string
        'name': string | null
        'description': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'description'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'description'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: []
    }
    'alert_groups': {
      Row: {
        'id': string
        'alert_id': string | null
        'notification_id': string | null
        'rule_name': string | null
        'group_key': string | null
        'resource_kind': string
        'resource_id': string
        'resource_name': string | null
        'reason': string | null
        'since': string | null
        'ended_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'notification_alert_members_of_alert_fkey'
          columns: ['alert_id']
          isOneToOne: false
          referencedRelation: 'alerts'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_alerts_notification_id_fkey'
          columns: ['notification_id']
          isOneToOne: false
          referencedRelation: 'notifications'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_alerts_notification_id_fkey'
          columns: ['notification_id']
          isOneToOne: false
          referencedRelation: 'notifications_summary'
          referencedColumns: ['id']
        },
      ]
    }
    'alert_notes': {
      Row: {
        'id': string
        'alert_id': string | null
        'at': string | null
        'kind': string | null
        'text': string | null
        'person_id': string | null
      }
      Insert: {
        'id'?: string
        'alert_id'?: string
        'at'?: string
        'kind'?: string
        'text'?: string
        'person_id'?: string
      }
      Update: {
        'id'?: string
        'alert_id'?: string
        'at'?: string
        'kind'?: string
        'text'?: string
        'person_id'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'alert_notes_alert_id_fkey'
          columns: ['alert_id']
          isOneToOne: false
          referencedRelation: 'alerts'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'alert_notes_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'alert_notes_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'alert_told': {
      Row: {
        'alert_id': string
        'recipient': string
        'recipient_name': string | null
        'person_id': string | null
        'team_id': string | null
        'notification_id': string | null
        'group_id': string | null
        'knows': string | null
        'known_at': string | null
        'send_id': string | null
        'held_by': string | null
        'held_until': string | null
        'held_since': string | null
        'due_at': string | null
      }
      Insert: {
        'alert_id'?: string
        'recipient'?: string
        'recipient_name'?: string
        'person_id'?: string
        'team_id'?: string
        'notification_id'?: string
        'group_id'?: string
        'knows'?: string
        'known_at'?: string
        'send_id'?: string
        'held_by'?: string
        'held_until'?: string
        'held_since'?: string
        'due_at'?: string
      }
      Update: {
        'alert_id'?: string
        'recipient'?: string
        'recipient_name'?: string
        'person_id'?: string
        'team_id'?: string
        'notification_id'?: string
        'group_id'?: string
        'knows'?: string
        'known_at'?: string
        'send_id'?: string
        'held_by'?: string
        'held_until'?: string
        'held_since'?: string
        'due_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'alert_told_alert_id_fkey'
          columns: ['alert_id']
          isOneToOne: false
          referencedRelation: 'alerts'
          referencedColumns: ['id']
        },
      ]
    }
    'alerts': {
      Row: {
        'id': string
        'resource_kind': string | null
        'resource_id': string | null
        'resource_name': string | null
        'resource_type': string | null
        'namespace': string | null
        'labels': unknown
        'path': string | null
        'severity': string | null
        'severity_rank': number | null
        'reason': string | null
        'event': string | null
        'since': string | null
        'opened_at': string | null
        'state': string | null
        'acknowledged_at': string | null
        'acknowledged_by': string | null
        'acknowledged_name': string | null
        'acknowledged_until': string | null
        'snoozed_until': string | null
        'snoozed_name': string | null
        'assigned_to': string | null
        'assignee': unknown
        'flapping_since': string | null
        'due_at': string | null
        'closed_at': string | null
        'closed_reason': string | null
        'told_count': number | null
        'held_count': number | null
        'hold': unknown
        'people': string[] | null
        'rules': unknown
        'escalates_at': string | null
      }
      Insert: {
        'id'?: string
        'resource_kind'?: string
        'resource_id'?: string
        'resource_name'?: string
        'resource_type'?: string
        'namespace'?: string
        'labels'?: unknown
        'path'?: string
        'severity'?: string
        'severity_rank'?: number
        'reason'?: string
        'event'?: string
        'since'?: string
        'opened_at'?: string
        'state'?: string
        'acknowledged_at'?: string
        'acknowledged_by'?: string
        'acknowledged_name'?: string
        'acknowledged_until'?: string
        'snoozed_until'?: string
        'snoozed_name'?: string
        'assigned_to'?: string
        'assignee'?: unknown
        'flapping_since'?: string
        'due_at'?: string
        'closed_at'?: string
        'closed_reason'?: string
        'told_count'?: number
        'held_count'?: number
        'hold'?: unknown
        'people'?: string[]
        'rules'?: unknown
        'escalates_at'?: string
      }
      Update: {
        'id'?: string
        'resource_kind'?: string
        'resource_id'?: string
        'resource_name'?: string
        'resource_type'?: string
        'namespace'?: string
        'labels'?: unknown
        'path'?: string
        'severity'?: string
        'severity_rank'?: number
        'reason'?: string
        'event'?: string
        'since'?: string
        'opened_at'?: string
        'state'?: string
        'acknowledged_at'?: string
        'acknowledged_by'?: string
        'acknowledged_name'?: string
        'acknowledged_until'?: string
        'snoozed_until'?: string
        'snoozed_name'?: string
        'assigned_to'?: string
        'assignee'?: unknown
        'flapping_since'?: string
        'due_at'?: string
        'closed_at'?: string
        'closed_reason'?: string
        'told_count'?: number
        'held_count'?: number
        'hold'?: unknown
        'people'?: string[]
        'rules'?: unknown
        'escalates_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'alerts_acknowledged_by_fkey'
          columns: ['acknowledged_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'alerts_acknowledged_by_fkey'
          columns: ['acknowledged_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'alerts_assigned_to_fkey'
          columns: ['assigned_to']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'alerts_assigned_to_fkey'
          columns: ['assigned_to']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'analysis_by_component': {
      Row: {
        'analysis_id': string
        'config_id': string | null
        'name': string | null
        'config_class': string | null
        'type': string | null
        'analysis_type': string | null
        'summary': string | null
        'message': string | null
        'severity': string | null
        'first_observed': string | null
        'last_observed': string | null
        'created_by': string | null
        'component_id': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'analysis_types': {
      Row: {
        'analysis_type': string | null
      }
      Relationships: []
    }
    'artifacts': {
      Row: {
        'id': string
        'check_id': string | null
        'check_time': string | null
        'playbook_run_action_id': string | null
        'connection_id': string | null
        'path': string | null
        'filename': string | null
        'content_type': string | null
        'size': number | null
        'checksum': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'expires_at': string | null
      }
      Insert: {
        'id'?: string
        'check_id'?: string
        'check_time'?: string
        'playbook_run_action_id'?: string
        'connection_id'?: string
        'path'?: string
        'filename'?: string
        'content_type'?: string
        'size'?: number
        'checksum'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'expires_at'?: string
      }
      Update: {
        'id'?: string
        'check_id'?: string
        'check_time'?: string
        'playbook_run_action_id'?: string
        'connection_id'?: string
        'path'?: string
        'filename'?: string
        'content_type'?: string
        'size'?: number
        'checksum'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'expires_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'artifacts_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'artifacts_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'artifacts_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary_for_config'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'artifacts_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'artifacts_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks_by_component'
          referencedColumns: ['id']
        },
      ]
    }
    'audit_log': {
      Row: {
        'id': string
        'created_at': string | null
        'person_id': string | null
        'actor': string | null
        'session_id': string | null
        'token_id': string | null
        'address': string | null
        'action': string | null
        'resource': string | null
        'resource_id': string | null
        'resource_name': string | null
        'before': unknown
        'after': unknown
        'user_agent': string | null
        'occurrences': number | null
        'actor_key': string | null
        'words': string | null
      }
      Insert: {
        'id'?: string
        'created_at'?: string
        'person_id'?: string
        'actor'?: string
        'session_id'?: string
        'token_id'?: string
        'address'?: string
        'action'?: string
        'resource'?: string
        'resource_id'?: string
        'resource_name'?: string
        'before'?: unknown
        'after'?: unknown
        'user_agent'?: string
        'occurrences'?: number
        'actor_key'?: string
        'words'?: string
      }
      Update: {
        'id'?: string
        'created_at'?: string
        'person_id'?: string
        'actor'?: string
        'session_id'?: string
        'token_id'?: string
        'address'?: string
        'action'?: string
        'resource'?: string
        'resource_id'?: string
        'resource_name'?: string
        'before'?: unknown
        'after'?: unknown
        'user_agent'?: string
        'occurrences'?: number
        'actor_key'?: string
        'words'?: string
      }
      Relationships: []
    }
    'audit_log_values': {
      Row: {
        'field': string | null
        'value': string | null
      }
      Relationships: []
    }
    'canaries': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'namespace': string | null
        'labels': unknown
        'annotations': unknown
        'spec': unknown
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'labels'?: unknown
        'annotations'?: unknown
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'labels'?: unknown
        'annotations'?: unknown
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'canaries_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'canaries_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'canaries_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'canaries_with_status': {
      Row: {
        'id': string
        'name': string | null
        'namespace': string | null
        'labels': unknown
        'source': string | null
        'schedule': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'agent_id': string | null
        'last_runtime': string | null
        'check_types': unknown
        'check_type_names': string | null
        'healthy': number | null
        'unhealthy': number | null
        'unknown': number | null
        'agent': unknown
        'job_name': string | null
        'job_success_count': number | null
        'job_error_count': number | null
        'job_details': unknown
        'job_hostname': string | null
        'job_duration_millis': number | null
        'job_resource_type': string | null
        'job_status': string | null
        'job_time_start': string | null
        'job_time_end': string | null
        'job_created_at': string | null
        'job_last_failed': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'canaries_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'canaries_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'canaries_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'canary_names': {
      Row: {
        'id': string
        'name': string | null
        'namespace': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'namespace'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'namespace'?: string
      }
      Relationships: []
    }
    'catalog_changes': {
      Row: {
        'id': string
        'config_id': string | null
        'name': string | null
        'type': string | null
        'config_class': string | null
        'tags': unknown
        'agent_id': string | null
        'deleted_at': string | null
        'external_change_id': string | null
        'external_created_by': string | null
        'change_type': string | null
        'severity': string | null
        'source': string | null
        'summary': string | null
        'created_by': string | null
        'first_observed': string | null
        'created_at': string | null
        'count': number | null
        'archived_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
      ]
    }
    'change_types': {
      Row: {
        'change_type': string | null
        'count': number | null
      }
      Insert: {
        'change_type'?: string
        'count'?: number
      }
      Update: {
        'change_type'?: string
        'count'?: number
      }
      Relationships: []
    }
    'changes_by_component': {
      Row: {
        'id': string
        'change_id': string | null
        'config_id': string | null
        'name': string | null
        'config_class': string | null
        'type': string | null
        'change_type': string | null
        'created_at': string | null
        'created_by': string | null
        'severity': string | null
        'summary': string | null
        'component_id': string | null
        'config_deleted_at': string | null
        'config_archived_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'check_component_relationships': {
      Row: {
        'component_id': string
        'check_id': string
        'canary_id': string | null
        'selector_id': string
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'check_component_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary_for_config'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks_by_component'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'check_config_relationships': {
      Row: {
        'config_id': string
        'check_id': string
        'canary_id': string | null
        'selector_id': string
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'check_config_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary_for_config'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks_by_component'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'check_labels': {
      Row: {
        'key': string | null
        'value': string | null
      }
      Relationships: []
    }
    'check_names': {
      Row: {
        'id': string
        'canary_id': string | null
        'name': string | null
        'type': string | null
        'icon': string | null
        'namespace': string | null
      }
      Insert: {
        'id'?: string
        'canary_id'?: string
        'name'?: string
        'type'?: string
        'icon'?: string
        'namespace'?: string
      }
      Update: {
        'id'?: string
        'canary_id'?: string
        'name'?: string
        'type'?: string
        'icon'?: string
        'namespace'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'check_statuses': {
      Row: {
        'check_id': string
        'time': string
        'status': boolean | null
        'state': string | null
        'duration': number | null
        'message': string | null
        'error': string | null
        'details': unknown
        'created_at': string | null
      }
      Insert: {
        'check_id'?: string
        'time'?: string
        'status'?: boolean
        'state'?: string
        'duration'?: number
        'message'?: string
        'error'?: string
        'details'?: unknown
        'created_at'?: string
      }
      Update: {
        'check_id'?: string
        'time'?: string
        'status'?: boolean
        'state'?: string
        'duration'?: number
        'message'?: string
        'error'?: string
        'details'?: unknown
        'created_at'?: string
      }
      Relationships: []
    }
    'check_summary': {
      Row: {
        'id': string
        'name': string | null
        'description': string | null
        'type': string | null
        'icon': string | null
        'endpoint': string | null
        'namespace': string | null
        'labels': unknown
        'severity': string | null
        'owner': string | null
        'agent_id': string | null
        'canary_id': string | null
        'canary_name': string | null
        'canary_namespace': string | null
        'status': string | null
        'state': ('healthy' | 'unhealthy' | 'unknown') | null
        'message': string | null
        'uptime': unknown
        'latency': unknown
        'last_runtime': string | null
        'next_runtime': string | null
        'last_transition_time': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'checks_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'check_summary_by_component': {
      Row: {
        'component_id': string | null
        'checks': unknown
      }
      Relationships: [
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'check_summary_for_config': {
      Row: {
        'config_id': string | null
        'id': string
        'name': string | null
        'description': string | null
        'type': string | null
        'icon': string | null
        'endpoint': string | null
        'namespace': string | null
        'labels': unknown
        'severity': string | null
        'owner': string | null
        'agent_id': string | null
        'canary_id': string | null
        'canary_name': string | null
        'canary_namespace': string | null
        'status': string | null
        'state': ('healthy' | 'unhealthy' | 'unknown') | null
        'message': string | null
        'uptime': unknown
        'latency': unknown
        'last_runtime': string | null
        'next_runtime': string | null
        'last_transition_time': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'checks': {
      Row: {
        'id': string
        'canary_id': string | null
        'agent_id': string | null
        'type': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'icon': string | null
        'endpoint': string | null
        'spec': unknown
        'labels': unknown
        'owner': string | null
        'severity': string | null
        'transformed': boolean | null
        'status': string | null
        'state': string | null
        'last_runtime': string | null
        'next_runtime': string | null
        'last_transition_time': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'checks_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'checks_by_component': {
      Row: {
        'component_id': string | null
        'id': string
        'type': string | null
        'name': string | null
        'severity': string | null
        'status': string | null
        'state': string | null
        'icon': string | null
        'last_runtime': string | null
        'canary_id': string | null
        'deleted_at': string | null
        'uptime': unknown
        'latency': unknown
      }
      Relationships: [
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'check_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'checks_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
      ]
    }
    'component_health_daily': {
      Row: {
        'component_id': string
        'day': string
        'healthy': number | null
        'warning': number | null
        'unhealthy': number | null
        'unknown': number | null
        'transitions': number | null
      }
      Insert: {
        'component_id'?: string
        'day'?: string
        'healthy'?: number
        'warning'?: number
        'unhealthy'?: number
        'unknown'?: number
        'transitions'?: number
      }
      Update: {
        'component_id'?: string
        'day'?: string
        'healthy'?: number
        'warning'?: number
        'unhealthy'?: number
        'unknown'?: number
        'transitions'?: number
      }
      Relationships: [
        {
          foreignKeyName: 'component_health_daily_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_health_daily_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_health_daily_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_health_daily_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'component_labels': {
      Row: {
        'key': string | null
        'value': string | null
      }
      Relationships: []
    }
    'component_names': {
      Row: {
        'id': string
        'path': string | null
        'external_id': string | null
        'type': string | null
        'name': string | null
        'created_at': string | null
        'updated_at': string | null
        'icon': string | null
        'parent_id': string | null
      }
      Insert: {
        'id'?: string
        'path'?: string
        'external_id'?: string
        'type'?: string
        'name'?: string
        'created_at'?: string
        'updated_at'?: string
        'icon'?: string
        'parent_id'?: string
      }
      Update: {
        'id'?: string
        'path'?: string
        'external_id'?: string
        'type'?: string
        'name'?: string
        'created_at'?: string
        'updated_at'?: string
        'icon'?: string
        'parent_id'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'component_names_all': {
      Row: {
        'id': string
        'path': string | null
        'external_id': string | null
        'type': string | null
        'name': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'icon': string | null
        'parent_id': string | null
        'hidden': boolean | null
      }
      Insert: {
        'id'?: string
        'path'?: string
        'external_id'?: string
        'type'?: string
        'name'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'icon'?: string
        'parent_id'?: string
        'hidden'?: boolean
      }
      Update: {
        'id'?: string
        'path'?: string
        'external_id'?: string
        'type'?: string
        'name'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'icon'?: string
        'parent_id'?: string
        'hidden'?: boolean
      }
      Relationships: [
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'component_relationships': {
      Row: {
        'component_id': string
        'relationship_id': string
        'selector_id': string
        'kind': string | null
        'relationship_path': string | null
        'refused': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'component_id'?: string
        'relationship_id'?: string
        'selector_id'?: string
        'kind'?: string
        'relationship_path'?: string
        'refused'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'component_id'?: string
        'relationship_id'?: string
        'selector_id'?: string
        'kind'?: string
        'relationship_path'?: string
        'refused'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_relationship_id_fkey'
          columns: ['relationship_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_relationship_id_fkey'
          columns: ['relationship_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_relationship_id_fkey'
          columns: ['relationship_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'component_relationships_relationship_id_fkey'
          columns: ['relationship_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'component_transitions': {
      Row: {
        'component_id': string
        'at': string
        'health': string | null
        'previous': string | null
        'status': string | null
        'reason': string | null
      }
      Insert: {
        'component_id'?: string
        'at'?: string
        'health'?: string
        'previous'?: string
        'status'?: string
        'reason'?: string
      }
      Update: {
        'component_id'?: string
        'at'?: string
        'health'?: string
        'previous'?: string
        'status'?: string
        'reason'?: string
      }
      Relationships: []
    }
    'component_types': {
      Row: {
        'type': string | null
      }
      Relationships: []
    }
    'components': {
      Row: {
        'id': string
        'agent_id': string | null
        'topology_id': string | null
        'external_id': string | null
        'parent_id': string | null
        'config_id': string | null
        'name': string | null
        'title': string | null
        'text': string | null
        'topology_type': string | null
        'namespace': string | null
        'labels': unknown
        'hidden': boolean | null
        'silenced': boolean | null
        'status': string | null
        'status_expr': string | null
        'health': string | null
        'health_expr': string | null
        'status_reason': string | null
        'health_since': string | null
        'description': string | null
        'lifecycle': string | null
        'tooltip': string | null
        'schedule': string | null
        'icon': string | null
        'type': string | null
        'owner': string | null
        'selectors': unknown
        'log_selectors': unknown
        'component_checks': unknown
        'configs': unknown
        'properties': unknown
        'path': string | null
        'summary': unknown
        'is_leaf': boolean | null
        'cost_per_minute': number | null
        'cost_total_1d': number | null
        'cost_total_7d': number | null
        'cost_total_30d': number | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'components_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_topology_id_fkey'
          columns: ['topology_id']
          isOneToOne: false
          referencedRelation: 'topologies'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_topology_id_fkey'
          columns: ['topology_id']
          isOneToOne: false
          referencedRelation: 'topologies_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'components_with_logs': {
      Row: {
        'id': string
        'name': string | null
        'icon': string | null
        'type': string | null
        'namespace': string | null
        'labels': unknown
        'parent_id': string | null
        'log_selectors': unknown
      }
      Insert: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'type'?: string
        'namespace'?: string
        'labels'?: unknown
        'parent_id'?: string
        'log_selectors'?: unknown
      }
      Update: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'type'?: string
        'namespace'?: string
        'labels'?: unknown
        'parent_id'?: string
        'log_selectors'?: unknown
      }
      Relationships: [
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
      ]
    }
    'config_analysis': {
      Row: {
        'id': string
        'config_id': string | null
        'scraper_id': string | null
        'external_id': string | null
        'analyzer': string | null
        'analysis_type': string | null
        'severity': string | null
        'summary': string | null
        'message': string | null
        'analysis': unknown
        'source': string | null
        'status': string | null
        'created_by': string | null
        'first_observed': string | null
        'last_observed': string | null
      }
      Insert: {
        'id'?: string
        'config_id'?: string
        'scraper_id'?: string
        'external_id'?: string
        'analyzer'?: string
        'analysis_type'?: string
        'severity'?: string
        'summary'?: string
        'message'?: string
        'analysis'?: unknown
        'source'?: string
        'status'?: string
        'created_by'?: string
        'first_observed'?: string
        'last_observed'?: string
      }
      Update: {
        'id'?: string
        'config_id'?: string
        'scraper_id'?: string
        'external_id'?: string
        'analyzer'?: string
        'analysis_type'?: string
        'severity'?: string
        'summary'?: string
        'message'?: string
        'analysis'?: unknown
        'source'?: string
        'status'?: string
        'created_by'?: string
        'first_observed'?: string
        'last_observed'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_analysis_analyzers': {
      Row: {
        'analyzer': string | null
        'count': number | null
      }
      Insert: {
        'analyzer'?: string
        'count'?: number
      }
      Update: {
        'analyzer'?: string
        'count'?: number
      }
      Relationships: []
    }
    'config_analysis_items': {
      Row: {
        'id': string
        'config_id': string | null
        'scraper_id': string | null
        'analyzer': string | null
        'analysis_type': string | null
        'severity': string | null
        'summary': string | null
        'message': string | null
        'source': string | null
        'status': string | null
        'created_by': string | null
        'first_observed': string | null
        'last_observed': string | null
        'config_type': string | null
        'config_class': string | null
        'config_name': string | null
        'archived_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_analysis_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_change_drops': {
      Row: {
        'scraper_id': string
        'day': string
        'reason': string
        'change_type': string
        'because': string
        'count': number | null
        'last_at': string | null
      }
      Insert: {
        'scraper_id'?: string
        'day'?: string
        'reason'?: string
        'change_type'?: string
        'because'?: string
        'count'?: number
        'last_at'?: string
      }
      Update: {
        'scraper_id'?: string
        'day'?: string
        'reason'?: string
        'change_type'?: string
        'because'?: string
        'count'?: number
        'last_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_change_drops_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_change_drops_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_change_drops_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_change_feeds': {
      Row: {
        'id': string
        'name': string | null
        'connection_id': string | null
        'connection_namespace': string | null
        'connection_name': string | null
        'config_types': string[] | null
        'change_types': string[] | null
        'enabled': boolean | null
        'status': string | null
        'sent': number | null
        'sent_at': string | null
        'failures': number | null
        'error': string | null
        'next_at': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_change_feeds_connection_id_fkey'
          columns: ['connection_id']
          isOneToOne: false
          referencedRelation: 'connections'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_change_feeds_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_change_feeds_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_change_occurrences': {
      Row: {
        'change_id': string
        'number': number
        'at': string | null
        'summary': string | null
        'by': string | null
        'changed': unknown
      }
      Insert: {
        'change_id'?: string
        'number'?: number
        'at'?: string
        'summary'?: string
        'by'?: string
        'changed'?: unknown
      }
      Update: {
        'change_id'?: string
        'number'?: number
        'at'?: string
        'summary'?: string
        'by'?: string
        'changed'?: unknown
      }
      Relationships: []
    }
    'config_changes': {
      Row: {
        'id': string
        'config_id': string | null
        'external_change_id': string | null
        'external_created_by': string | null
        'change_type': string | null
        'severity': string | null
        'source': string | null
        'summary': string | null
        'created_by': string | null
        'first_observed': string | null
        'created_at': string | null
        'count': number | null
        'diff': string | null
        'patches': unknown
        'details': unknown
      }
      Relationships: [
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_changes_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_classes': {
      Row: {
        'config_class': string | null
        'count': number | null
      }
      Insert: {
        'config_class'?: string
        'count'?: number
      }
      Update: {
        'config_class'?: string
        'count'?: number
      }
      Relationships: []
    }
    'config_component_relationships': {
      Row: {
        'config_id': string
        'component_id': string
        'selector_id': string
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'config_id'?: string
        'component_id'?: string
        'selector_id'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'config_id'?: string
        'component_id'?: string
        'selector_id'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_component_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
      ]
    }
    'config_costs': {
      Row: {
        'config_id': string | null
        'day': string | null
        'currency': string | null
        'cost': number | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_costs_daily_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_costs_daily_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_costs_daily_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_costs_daily_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_costs_daily_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
      ]
    }
    'config_detail': {
      Row: {
        'id': string
        'scraper_id': string | null
        'agent_id': string | null
        'config_class': string | null
        'external_id': string[] | null
        'type': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'source': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'ready': boolean | null
        'labels': unknown
        'tags': unknown
        'properties': unknown
        'path': string | null
        'parent_id': string | null
        'manual': boolean | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'delete_reason': string | null
        'cost_per_minute': number | null
        'cost_total_1d': number | null
        'cost_total_7d': number | null
        'cost_total_30d': number | null
        'config': unknown
        'version': number | null
        'changed_at': string | null
        'last_scraped_time': string | null
        'notes': string | null
        'fields': unknown
        'renames': unknown
        'revision': string | null
        'own_tags': unknown
        'archived_at': string | null
        'ignored_at': string | null
        'owner_team_id': string | null
        'owner_person_id': string | null
        'owner': unknown
        'agent': unknown
        'summary': unknown
      }
      Relationships: [
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_fields': {
      Row: {
        'id': string
        'name': string | null
        'kind': string | null
        'description': string | null
        'choices': string[] | null
        'types': string[] | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'items': number | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'kind'?: string
        'description'?: string
        'choices'?: string[]
        'types'?: string[]
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'items'?: number
      }
      Update: {
        'id'?: string
        'name'?: string
        'kind'?: string
        'description'?: string
        'choices'?: string[]
        'types'?: string[]
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'items'?: number
      }
      Relationships: [
        {
          foreignKeyName: 'config_fields_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_fields_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_freshness': {
      Row: {
        'id': string
        'up_to_date_at': string | null
        'change_at': string | null
        'stored_at': string | null
      }
      Relationships: []
    }
    'config_item_joins': {
      Row: {
        'id': string
        'config_id': string | null
        'joined_at': string | null
      }
      Insert: {
        'id'?: string
        'config_id'?: string
        'joined_at'?: string
      }
      Update: {
        'id'?: string
        'config_id'?: string
        'joined_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_item_joins_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_joins_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_joins_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_joins_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_joins_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
      ]
    }
    'config_item_notes': {
      Row: {
        'config_id': string
        'owner_team_id': string | null
        'owner_person_id': string | null
        'notes': string | null
        'fields': unknown
        'tags': unknown
        'archived_at': string | null
        'ignored_at': string | null
        'updated_by': string | null
        'created_at': string | null
        'updated_at': string | null
      }
      Insert: {
        'config_id'?: string
        'owner_team_id'?: string
        'owner_person_id'?: string
        'notes'?: string
        'fields'?: unknown
        'tags'?: unknown
        'archived_at'?: string
        'ignored_at'?: string
        'updated_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Update: {
        'config_id'?: string
        'owner_team_id'?: string
        'owner_person_id'?: string
        'notes'?: string
        'fields'?: unknown
        'tags'?: unknown
        'archived_at'?: string
        'ignored_at'?: string
        'updated_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_item_notes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: true
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: true
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: true
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: true
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_config_id_fkey'
          columns: ['config_id']
          isOneToOne: true
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_updated_by_fkey'
          columns: ['updated_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_updated_by_fkey'
          columns: ['updated_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_items': {
      Row: {
        'id': string
        'scraper_id': string | null
        'agent_id': string | null
        'config_class': string | null
        'type': string | null
        'name': string | null
        'external_id': string[] | null
        'description': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'ready': boolean | null
        'labels': unknown
        'tags': unknown
        'properties': unknown
        'source': string | null
        'path': string | null
        'parent_id': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'delete_reason': string | null
        'cost_per_minute': number | null
        'cost_total_1d': number | null
        'cost_total_7d': number | null
        'cost_total_30d': number | null
      }
      Insert: {
        'id'?: string
        'scraper_id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'ready'?: boolean
        'labels'?: unknown
        'tags'?: unknown
        'properties'?: unknown
        'source'?: string
        'path'?: string
        'parent_id'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'delete_reason'?: string
        'cost_per_minute'?: number
        'cost_total_1d'?: number
        'cost_total_7d'?: number
        'cost_total_30d'?: number
      }
      Update: {
        'id'?: string
        'scraper_id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'ready'?: boolean
        'labels'?: unknown
        'tags'?: unknown
        'properties'?: unknown
        'source'?: string
        'path'?: string
        'parent_id'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'delete_reason'?: string
        'cost_per_minute'?: number
        'cost_total_1d'?: number
        'cost_total_7d'?: number
        'cost_total_30d'?: number
      }
      Relationships: [
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_labels': {
      Row: {
        'key': string | null
        'value': string | null
        'count': number | null
      }
      Insert: {
        'key'?: string
        'value'?: string
        'count'?: number
      }
      Update: {
        'key'?: string
        'value'?: string
        'count'?: number
      }
      Relationships: []
    }
    'config_names': {
      Row: {
        'id': string
        'type': string | null
        'external_id': string[] | null
        'name': string | null
        'icon': string | null
        'config_class': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'type'?: string
        'external_id'?: string[]
        'name'?: string
        'icon'?: string
        'config_class'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'type'?: string
        'external_id'?: string[]
        'name'?: string
        'icon'?: string
        'config_class'?: string
        'deleted_at'?: string
      }
      Relationships: []
    }
    'config_relationships': {
      Row: {
        'config_id': string
        'related_id': string
        'relation': string
        'selector_id': string | null
        'scraper_id': string | null
        'properties': unknown
        'created_at': string | null
        'updated_at': string | null
        'last_seen': string | null
        'deleted_at': string | null
      }
      Insert: {
        'config_id'?: string
        'related_id'?: string
        'relation'?: string
        'selector_id'?: string
        'scraper_id'?: string
        'properties'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'last_seen'?: string
        'deleted_at'?: string
      }
      Update: {
        'config_id'?: string
        'related_id'?: string
        'relation'?: string
        'selector_id'?: string
        'scraper_id'?: string
        'properties'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'last_seen'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_related_id_fkey'
          columns: ['related_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_related_id_fkey'
          columns: ['related_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_related_id_fkey'
          columns: ['related_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_related_id_fkey'
          columns: ['related_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_related_id_fkey'
          columns: ['related_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_relationships_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'config_scraper_freshness': {
      Row: {
        'id': string
        'up_to_date_at': string | null
        'change_at': string | null
        'stored_at': string | null
      }
      Relationships: []
    }
    'config_scrapers': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'spec': unknown
        'source': string | null
        'due_at': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'description'?: string
        'spec'?: unknown
        'source'?: string
        'due_at'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'description'?: string
        'spec'?: unknown
        'source'?: string
        'due_at'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_scrapers_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_scrapers_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_scrapers_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_scrapers_with_status': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'spec': unknown
        'schedule': string | null
        'source': string | null
        'error': string | null
        'error_at': string | null
        'due_at': string | null
        'complete_at': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'agent': unknown
        'held_deletions': number | null
        'job_name': string | null
        'job_success_count': number | null
        'job_error_count': number | null
        'job_details': unknown
        'job_hostname': string | null
        'job_duration_millis': number | null
        'job_resource_type': string | null
        'job_status': string | null
        'job_time_start': string | null
        'job_time_end': string | null
        'job_created_at': string | null
        'job_last_failed': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_scrapers_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_scrapers_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_scrapers_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'config_statuses': {
      Row: {
        'status': string | null
        'count': number | null
      }
      Insert: {
        'status'?: string
        'count'?: number
      }
      Update: {
        'status'?: string
        'count'?: number
      }
      Relationships: []
    }
    'config_summary': {
      Row: {
        'type': string | null
        'created_at': string | null
        'updated_at': string | null
        'total_configs': number | null
        'cost_per_minute': number | null
        'cost_total_1d': number | null
        'cost_total_7d': number | null
        'cost_total_30d': number | null
        'changes': number | null
      }
      Relationships: []
    }
    'config_tags': {
      Row: {
        'key': string | null
        'value': string | null
        'count': number | null
      }
      Insert: {
        'key'?: string
        'value'?: string
        'count'?: number
      }
      Update: {
        'key'?: string
        'value'?: string
        'count'?: number
      }
      Relationships: []
    }
    'config_types': {
      Row: {
        'type': string | null
        'count': number | null
      }
      Insert: {
        'type'?: string
        'count'?: number
      }
      Update: {
        'type'?: string
        'count'?: number
      }
      Relationships: []
    }
    'configs': {
      Row: {
        'id': string
        'scraper_id': string | null
        'agent_id': string | null
        'config_class': string | null
        'external_id': string[] | null
        'type': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'source': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'ready': boolean | null
        'labels': unknown
        'tags': unknown
        'path': string | null
        'parent_id': string | null
        'manual': boolean | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'delete_reason': string | null
        'cost_per_minute': number | null
        'cost_total_1d': number | null
        'cost_total_7d': number | null
        'cost_total_30d': number | null
        'changes': number | null
        'analysis': unknown
        'last_scraped_time': string | null
        'archived_at': string | null
        'owner_team_id': string | null
        'owner_person_id': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_person_id_fkey'
          columns: ['owner_person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_item_notes_owner_team_id_fkey'
          columns: ['owner_team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'config_items_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'connections': {
      Row: {
        'id': string
        'name': string | null
        'namespace': string | null
        'type': string | null
        'url': string | null
        'username': string | null
        'password': string | null
        'certificate': string | null
        'properties': unknown
        'insecure_tls': boolean | null
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'created_by_name': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'namespace'?: string
        'type'?: string
        'url'?: string
        'username'?: string
        'password'?: string
        'certificate'?: string
        'properties'?: unknown
        'insecure_tls'?: boolean
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'created_by_name'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'namespace'?: string
        'type'?: string
        'url'?: string
        'username'?: string
        'password'?: string
        'certificate'?: string
        'properties'?: unknown
        'insecure_tls'?: boolean
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'created_by_name'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'connections_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'connections_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'event_queue_summary': {
      Row: {
        'name': string | null
        'pending': number | null
        'failed': number | null
        'average_attempts': number | null
        'first_failure': string | null
        'last_failure': string | null
        'most_common_error': string | null
      }
      Relationships: []
    }
    'identities': {
      Row: {
        'id': string | null
        'traits': unknown
        'state': string | null
        'state_changed_at': string | null
        'created_at': string | null
        'updated_at': string | null
        'invited': boolean | null
        'name': string | null
        'role_names': string | null
      }
      Relationships: []
    }
    'job_histories': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'resource_type': string | null
        'resource_id': string | null
        'resource_name': string | null
        'hostname': string | null
        'status': string | null
        'success_count': number | null
        'error_count': number | null
        'details': unknown
        'time_start': string | null
        'time_end': string | null
        'duration_millis': number | null
        'created_at': string | null
        'queue_id': number | null
        'has_log': boolean | null
        'agent': unknown
      }
      Relationships: []
    }
    'job_history_hosts': {
      Row: {
        'name': string | null
      }
      Relationships: []
    }
    'job_history_names': {
      Row: {
        'name': string | null
      }
      Relationships: []
    }
    'job_history_types': {
      Row: {
        'name': string | null
      }
      Relationships: []
    }
    'job_logs': {
      Row: {
        'run_id': string
        'number': number
        'created_at': string | null
        'level': string | null
        'message': string | null
      }
      Insert: {
        'run_id'?: string
        'number'?: number
        'created_at'?: string
        'level'?: string
        'message'?: string
      }
      Update: {
        'run_id'?: string
        'number'?: number
        'created_at'?: string
        'level'?: string
        'message'?: string
      }
      Relationships: []
    }
    'logging_backends': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'labels': unknown
        'spec': unknown
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'readers': unknown
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'labels'?: unknown
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'readers'?: unknown
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'labels'?: unknown
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
        'readers'?: unknown
      }
      Relationships: [
        {
          foreignKeyName: 'logging_backends_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'logging_backends_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'logging_backends_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'logging_backends_with_status': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'labels': unknown
        'spec': unknown
        'types': unknown
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'agent': unknown
        'type_names': string | null
        'created_by_name': string | null
        'readers': unknown
      }
      Relationships: [
        {
          foreignKeyName: 'logging_backends_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'logging_backends_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'logging_backends_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'notification_history_events': {
      Row: {
        'name': string | null
      }
      Relationships: []
    }
    'notification_history_services': {
      Row: {
        'name': string | null
      }
      Relationships: []
    }
    'notification_names': {
      Row: {
        'name': string
        'kept_at': string | null
      }
      Insert: {
        'name'?: string
        'kept_at'?: string
      }
      Update: {
        'name'?: string
        'kept_at'?: string
      }
      Relationships: []
    }
    'notification_send_history': {
      Row: {
        'id': string
        'notification_id': string | null
        'title': string | null
        'body': string | null
        'status': string | null
        'error': string | null
        'duration_millis': number | null
        'count': number | null
        'first_observed': string | null
        'source_event': string | null
        'resource_id': string | null
        'resource_health': string | null
        'person_id': string | null
        'team_id': string | null
        'connection_id': string | null
        'not_before': string | null
        'retries': number | null
        'silenced_by': string | null
        'group_id': string | null
        'parent_id': string | null
        'created_at': string | null
      }
      Insert: {
        'id'?: string
        'notification_id'?: string
        'title'?: string
        'body'?: string
        'status'?: string
        'error'?: string
        'duration_millis'?: number
        'count'?: number
        'first_observed'?: string
        'source_event'?: string
        'resource_id'?: string
        'resource_health'?: string
        'person_id'?: string
        'team_id'?: string
        'connection_id'?: string
        'not_before'?: string
        'retries'?: number
        'silenced_by'?: string
        'group_id'?: string
        'parent_id'?: string
        'created_at'?: string
      }
      Update: {
        'id'?: string
        'notification_id'?: string
        'title'?: string
        'body'?: string
        'status'?: string
        'error'?: string
        'duration_millis'?: number
        'count'?: number
        'first_observed'?: string
        'source_event'?: string
        'resource_id'?: string
        'resource_health'?: string
        'person_id'?: string
        'team_id'?: string
        'connection_id'?: string
        'not_before'?: string
        'retries'?: number
        'silenced_by'?: string
        'group_id'?: string
        'parent_id'?: string
        'created_at'?: string
      }
      Relationships: []
    }
    'notification_send_history_summary': {
      Row: {
        'id': string
        'created_at': string | null
        'first_observed': string | null
        'count': number | null
        'status': string | null
        'source_event': string | null
        'tells': string | null
        'resource_type': string | null
        'resource_id': string | null
        'resource_name': string | null
        'resource': unknown
        'notification_id': string | null
        'rule': unknown
        'recipient_name': string | null
        'person_id': string | null
        'person': unknown
        'team_id': string | null
        'connection_id': string | null
        'service': string | null
        'service_title': string | null
        'error': string | null
        'duration_millis': number | null
        'not_before': string | null
        'sent_at': string | null
        'attempts': number | null
        'may_be_double': boolean | null
        'may_have_arrived': boolean | null
        'silenced_by': string | null
        'service_id': string | null
        'group_id': string | null
        'is_digest': boolean | null
        'fallback_of': string | null
        'title': string | null
        'body': string | null
        'decisions': unknown
      }
      Insert: {
        'id'?: string
        'created_at'?: string
        'first_observed'?: string
        'count'?: number
        'status'?: string
        'source_event'?: string
        'tells'?: string
        'resource_type'?: string
        'resource_id'?: string
        'resource_name'?: string
        'resource'?: unknown
        'notification_id'?: string
        'rule'?: unknown
        'recipient_name'?: string
        'person_id'?: string
        'person'?: unknown
        'team_id'?: string
        'connection_id'?: string
        'service'?: string
        'service_title'?: string
        'error'?: string
        'duration_millis'?: number
        'not_before'?: string
        'sent_at'?: string
        'attempts'?: number
        'may_be_double'?: boolean
        'may_have_arrived'?: boolean
        'silenced_by'?: string
        'service_id'?: string
        'group_id'?: string
        'is_digest'?: boolean
        'fallback_of'?: string
        'title'?: string
        'body'?: string
        'decisions'?: unknown
      }
      Update: {
        'id'?: string
        'created_at'?: string
        'first_observed'?: string
        'count'?: number
        'status'?: string
        'source_event'?: string
        'tells'?: string
        'resource_type'?: string
        'resource_id'?: string
        'resource_name'?: string
        'resource'?: unknown
        'notification_id'?: string
        'rule'?: unknown
        'recipient_name'?: string
        'person_id'?: string
        'person'?: unknown
        'team_id'?: string
        'connection_id'?: string
        'service'?: string
        'service_title'?: string
        'error'?: string
        'duration_millis'?: number
        'not_before'?: string
        'sent_at'?: string
        'attempts'?: number
        'may_be_double'?: boolean
        'may_have_arrived'?: boolean
        'silenced_by'?: string
        'service_id'?: string
        'group_id'?: string
        'is_digest'?: boolean
        'fallback_of'?: string
        'title'?: string
        'body'?: string
        'decisions'?: unknown
      }
      Relationships: []
    }
    'notification_silences': {
      Row: {
        'id': string
        'kind': string | null
        'name': string | null
        'namespace': string | null
        'description': string | null
        'from': string | null
        'until': string | null
        'schedule': string | null
        'time_zone': string | null
        'duration': string | null
        'covers': string | null
        'config_id': string | null
        'check_id': string | null
        'canary_id': string | null
        'component_id': string | null
        'recursive': boolean | null
        'selector': unknown
        'filter': string | null
        'error': string | null
        'error_at': string | null
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'state': string | null
        'suppressed': number | null
        'last_suppressed_at': string | null
        'window_from': string | null
        'window_until': string | null
        'ends_at': string | null
        'resource_name': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'notification_silences_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canaries_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_canary_id_fkey'
          columns: ['canary_id']
          isOneToOne: false
          referencedRelation: 'canary_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'check_summary_for_config'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_check_id_fkey'
          columns: ['check_id']
          isOneToOne: false
          referencedRelation: 'checks_by_component'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_detail'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_items'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'config_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_config_id_fkey'
          columns: ['config_id']
          isOneToOne: false
          referencedRelation: 'configs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notification_silences_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'notifications': {
      Row: {
        'id': string
        'name': string | null
        'namespace': string | null
        'events': string[] | null
        'title': string | null
        'template': string | null
        'filter': string | null
        'properties': unknown
        'person_id': string | null
        'team_id': string | null
        'custom_services': unknown
        'repeat_interval': string | null
        'wait_for': number | null
        'wait_for_eval_period': number | null
        'group_by': string[] | null
        'inhibit': boolean | null
        'escalation_policy_id': string | null
        'fallback_person_id': string | null
        'fallback_team_id': string | null
        'fallback_custom_services': unknown
        'fallback_delay': number | null
        'further_recipients': unknown
        'quiet_hours': unknown
        'reminder_interval': number | null
        'closing_delay': number | null
        'flapping': unknown
        'enabled': boolean | null
        'error': string | null
        'error_at': string | null
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'namespace'?: string
        'events'?: string[]
        'title'?: string
        'template'?: string
        'filter'?: string
        'properties'?: unknown
        'person_id'?: string
        'team_id'?: string
        'custom_services'?: unknown
        'repeat_interval'?: string
        'wait_for'?: number
        'wait_for_eval_period'?: number
        'group_by'?: string[]
        'inhibit'?: boolean
        'escalation_policy_id'?: string
        'fallback_person_id'?: string
        'fallback_team_id'?: string
        'fallback_custom_services'?: unknown
        'fallback_delay'?: number
        'further_recipients'?: unknown
        'quiet_hours'?: unknown
        'reminder_interval'?: number
        'closing_delay'?: number
        'flapping'?: unknown
        'enabled'?: boolean
        'error'?: string
        'error_at'?: string
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'namespace'?: string
        'events'?: string[]
        'title'?: string
        'template'?: string
        'filter'?: string
        'properties'?: unknown
        'person_id'?: string
        'team_id'?: string
        'custom_services'?: unknown
        'repeat_interval'?: string
        'wait_for'?: number
        'wait_for_eval_period'?: number
        'group_by'?: string[]
        'inhibit'?: boolean
        'escalation_policy_id'?: string
        'fallback_person_id'?: string
        'fallback_team_id'?: string
        'fallback_custom_services'?: unknown
        'fallback_delay'?: number
        'further_recipients'?: unknown
        'quiet_hours'?: unknown
        'reminder_interval'?: number
        'closing_delay'?: number
        'flapping'?: unknown
        'enabled'?: boolean
        'error'?: string
        'error_at'?: string
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'notifications_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_person_id_fkey'
          columns: ['fallback_person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_person_id_fkey'
          columns: ['fallback_person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_team_id_fkey'
          columns: ['fallback_team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_team_id_fkey'
          columns: ['fallback_team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'notifications_summary': {
      Row: {
        'id': string
        'name': string | null
        'namespace': string | null
        'events': string[] | null
        'title': string | null
        'template': string | null
        'filter': string | null
        'properties': unknown
        'person_id': string | null
        'team_id': string | null
        'custom_services': unknown
        'repeat_interval': string | null
        'wait_for': number | null
        'wait_for_eval_period': number | null
        'group_by': string[] | null
        'inhibit': boolean | null
        'escalation_policy_id': string | null
        'fallback_person_id': string | null
        'fallback_team_id': string | null
        'fallback_custom_services': unknown
        'fallback_delay': number | null
        'further_recipients': unknown
        'quiet_hours': unknown
        'reminder_interval': number | null
        'closing_delay': number | null
        'flapping': unknown
        'enabled': boolean | null
        'error': string | null
        'error_at': string | null
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'pending': number | null
        'sent': number | null
        'failed': number | null
        'suppressed': number | null
        'limited': number | null
        'avg_duration_ms': number | null
        'most_common_error': string | null
        'last_sent_at': string | null
        'event_names': string | null
        'recipient_name': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'notifications_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_person_id_fkey'
          columns: ['fallback_person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_person_id_fkey'
          columns: ['fallback_person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_team_id_fkey'
          columns: ['fallback_team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_fallback_team_id_fkey'
          columns: ['fallback_team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'notifications_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'people': {
      Row: {
        'id': string
        'name': string | null
        'email': string | null
        'avatar': string | null
        'created_at': string | null
        'updated_at': string | null
        'last_login': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'email'?: string
        'avatar'?: string
        'created_at'?: string
        'updated_at'?: string
        'last_login'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'email'?: string
        'avatar'?: string
        'created_at'?: string
        'updated_at'?: string
        'last_login'?: string
        'deleted_at'?: string
      }
      Relationships: []
    }
    'people_roles': {
      Row: {
        'id': string
        'name': string | null
        'email': string | null
        'roles': string[] | null
      }
      Relationships: []
    }
    'properties': {
      Row: {
        'name': string
        'value': string | null
        'description': string | null
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
      }
      Insert: {
        'name'?: string
        'value'?: string
        'description'?: string
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Update: {
        'name'?: string
        'value'?: string
        'description'?: string
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'properties_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'properties_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'saved_query': {
      Row: {
        'id': string
        'name': string | null
        'icon': string | null
        'description': string | null
        'query': string | null
        'columns': unknown
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'description'?: string
        'query'?: string
        'columns'?: unknown
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'description'?: string
        'query'?: string
        'columns'?: unknown
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'saved_query_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'saved_query_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'scrape_held_deletions': {
      Row: {
        'scraper_id': string
        'type': string
        'run_id': string | null
        'config_ids': string[] | null
        'count': number | null
        'total': number | null
        'held_at': string | null
      }
      Insert: {
        'scraper_id'?: string
        'type'?: string
        'run_id'?: string
        'config_ids'?: string[]
        'count'?: number
        'total'?: number
        'held_at'?: string
      }
      Update: {
        'scraper_id'?: string
        'type'?: string
        'run_id'?: string
        'config_ids'?: string[]
        'count'?: number
        'total'?: number
        'held_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'scrape_held_deletions_run_id_fkey'
          columns: ['run_id']
          isOneToOne: false
          referencedRelation: 'scrape_runs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'scrape_held_deletions_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'scrape_held_deletions_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'scrape_held_deletions_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'scrape_runs': {
      Row: {
        'id': string
        'scraper_id': string | null
        'started_at': string | null
        'ended_at': string | null
        'state': string | null
        'counts': unknown
        'types': unknown
        'complete': unknown
        'faults': unknown
      }
      Insert: {
        'id'?: string
        'scraper_id'?: string
        'started_at'?: string
        'ended_at'?: string
        'state'?: string
        'counts'?: unknown
        'types'?: unknown
        'complete'?: unknown
        'faults'?: unknown
      }
      Update: {
        'id'?: string
        'scraper_id'?: string
        'started_at'?: string
        'ended_at'?: string
        'state'?: string
        'counts'?: unknown
        'types'?: unknown
        'complete'?: unknown
        'faults'?: unknown
      }
      Relationships: [
        {
          foreignKeyName: 'scrape_runs_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scraper_freshness'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'scrape_runs_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'scrape_runs_scraper_id_fkey'
          columns: ['scraper_id']
          isOneToOne: false
          referencedRelation: 'config_scrapers_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'team_components': {
      Row: {
        'team_id': string
        'component_id': string
        'role': string | null
        'selector_id': string
      }
      Insert: {
        'team_id'?: string
        'component_id'?: string
        'role'?: string
        'selector_id'?: string
      }
      Update: {
        'team_id'?: string
        'component_id'?: string
        'role'?: string
        'selector_id'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'team_components_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_components_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'component_names_all'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_components_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_components_component_id_fkey'
          columns: ['component_id']
          isOneToOne: false
          referencedRelation: 'components_with_logs'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_components_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_components_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'team_members': {
      Row: {
        'team_id': string
        'person_id': string
        'created_at': string | null
      }
      Insert: {
        'team_id'?: string
        'person_id'?: string
        'created_at'?: string
      }
      Update: {
        'team_id'?: string
        'person_id'?: string
        'created_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'team_members_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_members_person_id_fkey'
          columns: ['person_id']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_members_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'team_members_team_id_fkey'
          columns: ['team_id']
          isOneToOne: false
          referencedRelation: 'teams_with_status'
          referencedColumns: ['id']
        },
      ]
    }
    'teams': {
      Row: {
        'id': string
        'name': string | null
        'icon': string | null
        'spec': unknown
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'name'?: string
        'icon'?: string
        'spec'?: unknown
        'source'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'teams_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'teams_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'teams_with_status': {
      Row: {
        'id': string
        'name': string | null
        'icon': string | null
        'spec': unknown
        'source': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'job_name': string | null
        'job_success_count': number | null
        'job_error_count': number | null
        'job_details': unknown
        'job_hostname': string | null
        'job_duration_millis': number | null
        'job_resource_type': string | null
        'job_status': string | null
        'job_time_start': string | null
        'job_time_end': string | null
        'job_created_at': string | null
        'last_runtime': string | null
        'job_last_failed': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'teams_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'teams_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'topologies': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'namespace': string | null
        'labels': unknown
        'source': string | null
        'spec': unknown
        'schedule': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'labels'?: unknown
        'source'?: string
        'spec'?: unknown
        'schedule'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'name'?: string
        'namespace'?: string
        'labels'?: unknown
        'source'?: string
        'spec'?: unknown
        'schedule'?: string
        'created_by'?: string
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'topologies_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'topologies_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'topologies_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'topologies_with_status': {
      Row: {
        'id': string
        'agent_id': string | null
        'name': string | null
        'namespace': string | null
        'labels': unknown
        'source': string | null
        'spec': unknown
        'schedule': string | null
        'error': string | null
        'error_at': string | null
        'due_at': string | null
        'complete_at': string | null
        'created_by': string | null
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
        'agent': unknown
        'components': number | null
        'held_deletions': number | null
        'job_name': string | null
        'job_success_count': number | null
        'job_error_count': number | null
        'job_details': unknown
        'job_hostname': string | null
        'job_duration_millis': number | null
        'job_resource_type': string | null
        'job_status': string | null
        'job_time_start': string | null
        'job_time_end': string | null
        'job_created_at': string | null
        'job_last_failed': string | null
        'created_by_name': string | null
      }
      Relationships: [
        {
          foreignKeyName: 'topologies_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'topologies_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'topologies_created_by_fkey'
          columns: ['created_by']
          isOneToOne: false
          referencedRelation: 'people_roles'
          referencedColumns: ['id']
        },
      ]
    }
    'topology_held_deletions': {
      Row: {
        'topology_id': string
        'component_ids': string[] | null
        'count': number | null
        'total': number | null
        'held_at': string | null
      }
      Insert: {
        'topology_id'?: string
        'component_ids'?: string[]
        'count'?: number
        'total'?: number
        'held_at'?: string
      }
      Update: {
        'topology_id'?: string
        'component_ids'?: string[]
        'count'?: number
        'total'?: number
        'held_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'topology_held_deletions_topology_id_fkey'
          columns: ['topology_id']
          isOneToOne: true
          referencedRelation: 'topologies'
          referencedColumns: ['id']
        },
        {
          foreignKeyName: 'topology_held_deletions_topology_id_fkey'
          columns: ['topology_id']
          isOneToOne: true
          referencedRelation: 'topologies_with_status'
          referencedColumns: ['id']
        },
      ]
    }
  }
  Functions: {
    'check_summary_for_component': {
      Args: { 'id': string }
      Returns: {
        'id': string
        'name': string
        'description': string
        'type': string
        'icon': string
        'endpoint': string
        'namespace': string
        'labels': unknown
        'severity': string
        'owner': string
        'agent_id': string
        'canary_id': string
        'canary_name': string
        'canary_namespace': string
        'status': string
        'state': ('healthy' | 'unhealthy' | 'unknown')
        'message': string
        'uptime': unknown
        'latency': unknown
        'last_runtime': string
        'next_runtime': string
        'last_transition_time': string
        'created_at': string
        'updated_at': string
        'deleted_at': string
      }[]
    }
    'lookup_analysis_by_component': {
      Args: { 'id': string; 'with_archived'?: boolean }
      Returns: {
        'id': string
        'config_id': string
        'scraper_id': string
        'external_id': string
        'analyzer': string
        'analysis_type': string
        'severity': string
        'summary': string
        'message': string
        'analysis': unknown
        'source': string
        'status': string
        'created_by': string
        'first_observed': string
        'last_observed': string
      }[]
    }
    'lookup_changes_by_component': {
      Args: { 'id': string }
      Returns: {
        'id': string
        'config_id': string
        'external_change_id': string
        'external_created_by': string
        'change_type': string
        'severity': string
        'source': string
        'summary': string
        'created_by': string
        'first_observed': string
        'created_at': string
        'count': number
        'fingerprint': string
        'stored_at': string
      }[]
    }
    'lookup_component_by_property': {
      Args: { 'name': string; 'text': string }
      Returns: {
        'id': string
        'agent_id': string
        'topology_id': string
        'external_id': string
        'parent_id': string
        'config_id': string
        'name': string
        'title': string
        'text': string
        'topology_type': string
        'namespace': string
        'labels': unknown
        'hidden': boolean
        'silenced': boolean
        'status': string
        'status_expr': string
        'health': string
        'health_expr': string
        'status_reason': string
        'health_since': string
        'description': string
        'lifecycle': string
        'tooltip': string
        'schedule': string
        'icon': string
        'type': string
        'owner': string
        'selectors': unknown
        'log_selectors': unknown
        'component_checks': unknown
        'configs': unknown
        'properties': unknown
        'path': string
        'summary': unknown
        'is_leaf': boolean
        'cost_per_minute': number
        'cost_total_1d': number
        'cost_total_7d': number
        'cost_total_30d': number
        'created_by': string
        'created_at': string
        'updated_at': string
        'deleted_at': string
      }[]
    }
    'lookup_component_children': {
      Args: { 'id': string; 'depth'?: number }
      Returns: {
        'child_id': string
        'parent_id': string
        'level': number
      }[]
    }
    'lookup_component_config_id_related_components': {
      Args: { 'component_id': string }
      Returns: {
        'id': string
      }[]
    }
    'lookup_component_names': {
      Args: { 'components': string[] }
      Returns: {
        'id': string
        'name': string
      }[]
    }
    'lookup_component_relations': {
      Args: { 'component_id': string }
      Returns: {
        'id': string
      }[]
    }
    'lookup_components_by_check': {
      Args: { 'id': string }
      Returns: {
        'id': string
        'agent_id': string
        'topology_id': string
        'external_id': string
        'parent_id': string
        'config_id': string
        'name': string
        'title': string
        'text': string
        'topology_type': string
        'namespace': string
        'labels': unknown
        'hidden': boolean
        'silenced': boolean
        'status': string
        'status_expr': string
        'health': string
        'health_expr': string
        'status_reason': string
        'health_since': string
        'description': string
        'lifecycle': string
        'tooltip': string
        'schedule': string
        'icon': string
        'type': string
        'owner': string
        'selectors': unknown
        'log_selectors': unknown
        'component_checks': unknown
        'configs': unknown
        'properties': unknown
        'path': string
        'summary': unknown
        'is_leaf': boolean
        'cost_per_minute': number
        'cost_total_1d': number
        'cost_total_7d': number
        'cost_total_30d': number
        'created_by': string
        'created_at': string
        'updated_at': string
        'deleted_at': string
      }[]
    }
    'lookup_components_by_config': {
      Args: { 'id': string }
      Returns: {
        'component_id': string
        'type': string
        'name': string
      }[]
    }
    'lookup_configs_by_component': {
      Args: { 'id': string }
      Returns: {
        'config_id': string
        'type': string
        'name': string
      }[]
    }
    'related_configs_recursive': {
      Args: { 'config_id': string; 'type_filter'?: string; 'include_deleted_configs'?: boolean; 'max_depth'?: number; 'incoming_relation'?: string; 'outgoing_relation'?: string; 'most_nodes'?: number }
      Returns: {
        'id': string
        'name': string
        'type': string
        'config_class': string
        'icon': string
        'related_ids': string[]
        'tags': unknown
        'labels': unknown
        'changes': number
        'analysis': unknown
        'health': string
        'ready': boolean
        'status': string
        'cost_per_minute': number
        'cost_total_1d': number
        'cost_total_7d': number
        'cost_total_30d': number
        'created_at': string
        'updated_at': string
        'deleted_at': string
        'agent_id': string
        'path': string
        'distance': number
        'is_cut': boolean
      }[]
    }
  }
}
