// Made by `npm run generate`; change what it is made from instead.

/** What the data service shows. */
export type DataSchema = {
  Tables: {}
  Views: {
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
          referencedRelation: 'components'
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
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
      ]
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
          referencedRelation: 'components'
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
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
      ]
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
      ]
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
    'job_history_names': {
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
          referencedRelation: 'checks_by_component'
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
          referencedRelation: 'components'
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
  }
  Functions: {}
}
