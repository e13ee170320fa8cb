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
          referencedRelation: 'checks'
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
          referencedRelation: 'checks'
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
          referencedRelation: 'checks'
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
    'components': {
      Row: {
        'id': string
        'agent_id': string | null
        'parent_id': string | null
        'external_id': string | null
        'name': string | null
        'namespace': string | null
        'type': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'labels': unknown
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'parent_id'?: string
        'external_id'?: string
        'name'?: string
        'namespace'?: string
        'type'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'parent_id'?: string
        'external_id'?: string
        'name'?: string
        'namespace'?: string
        'type'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
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
          foreignKeyName: 'components_parent_id_fkey'
          columns: ['parent_id']
          isOneToOne: false
          referencedRelation: 'components'
          referencedColumns: ['id']
        },
      ]
    }
    'config_items': {
      Row: {
        'id': string
        'agent_id': string | null
        'config_class': string | null
        'type': string | null
        'name': string | null
        'external_id': string[] | null
        'description': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'labels': unknown
        'tags': unknown
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'tags'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'tags'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
          referencedColumns: ['id']
        },
      ]
    }
    'configs': {
      Row: {
        'id': string
        'agent_id': string | null
        'config_class': string | null
        'type': string | null
        'name': string | null
        'external_id': string[] | null
        'namespace': string | null
        'description': string | null
        'icon': string | null
        'status': string | null
        'health': string | null
        'labels': unknown
        'tags': unknown
        'created_at': string | null
        'updated_at': string | null
        'deleted_at': string | null
      }
      Insert: {
        'id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'namespace'?: string
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'tags'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Update: {
        'id'?: string
        'agent_id'?: string
        'config_class'?: string
        'type'?: string
        'name'?: string
        'external_id'?: string[]
        'namespace'?: string
        'description'?: string
        'icon'?: string
        'status'?: string
        'health'?: string
        'labels'?: unknown
        'tags'?: unknown
        'created_at'?: string
        'updated_at'?: string
        'deleted_at'?: string
      }
      Relationships: [
        {
          foreignKeyName: 'config_items_agent_id_fkey'
          columns: ['agent_id']
          isOneToOne: false
          referencedRelation: 'agents'
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
