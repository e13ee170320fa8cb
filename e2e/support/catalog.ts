import { zstdCompressSync } from 'node:zlib'

/** Ids of the items that tests look at. */
export const item = {
  cluster: '0199a000-0000-7000-8000-000000000001',
  namespace: '0199a000-0000-7000-8000-000000000002',
  deployment: '0199a000-0000-7000-8000-000000000003',
  gone: '0199a000-0000-7000-8000-000000000004',
  bucket: '0199a000-0000-7000-8000-000000000005',
} as const

/** An id that says when it was made, by which the changes of a range of time are found. */
function idOf(age: { days: number }, number: number): string {
  const time = Math.floor(Date.now() - age.days * 86_400_000)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`
}

/** Ids of the changes that tests look at. */
export const change = {
  scaled: idOf({ days: 0 }, 1),
  pulled: idOf({ days: 0 }, 2),
  old: idOf({ days: 20 }, 3),
} as const

const scraper = '0199c000-0000-7000-8000-000000000001'

const podId = (number: number): string => `0199a001-0000-7000-8000-${String(number).padStart(12, '0')}`

const diff = `--- before
+++ after
@@ -1,5 +1,6 @@
 {
   "spec": {
-    "replicas": 2,
+    "replicas": 3,
+    "paused": true,
     "image": "shop/web:1"
   }
`

/** The document of the deployment before it was scaled. */
const earlier = zstdCompressSync(
  JSON.stringify({ kind: 'Deployment', spec: { replicas: 2, image: 'shop/web:1' }, empty: null }),
).toString('hex')

/**
 * Statements that fill the catalog: a cluster with a namespace, a deployment and its pods, a bucket, and a deployment that
 * is gone; with their changes, insights and links.
 * @param pods how many pods the deployment has
 */
export function catalogRows(pods: number): string {
  return `
insert into core.config_scrapers (id, name, spec) values ('${scraper}', 'shop cluster', '{"schedule": "@every 1h"}');
insert into core.config_items
  (id, scraper_id, config_class, type, name, health, status, description, labels, tags, properties, parent_id,
   cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, deleted_at, delete_reason)
values
  ('${item.cluster}', '${scraper}', 'Cluster', 'Kubernetes::Cluster', 'shop', 'healthy', 'Ready', null, '{}', '{"account": "prod"}',
   '[]', null, 4, 28, 120, now() - interval '90 days', now() - interval '2 days', null, null),
  ('${item.namespace}', '${scraper}', 'Namespace', 'Kubernetes::Namespace', 'payments', 'healthy', 'Active', null, '{}',
   '{"cluster": "shop"}', '[]', '${item.cluster}', null, null, null, now() - interval '80 days', now() - interval '3 days', null, null),
  ('${item.deployment}', '${scraper}', 'Deployment', 'Kubernetes::Deployment', 'checkout', 'unhealthy', 'Degraded',
   '2 of 3 replicas are not ready', '{"app": "checkout", "team": "payments"}',
   '{"cluster": "shop", "namespace": "payments"}',
   '[{"name": "image", "text": "shop/web:1"}, {"name": "os/name", "text": "Linux"},
     {"name": "docs", "links": [{"label": "Runbook", "url": "https://example.com/runbook"}]}]',
   '${item.namespace}', 0.75, 3.5, 14.25, now() - interval '60 days', now() - interval '5 minutes', null, null),
  ('${item.gone}', '${scraper}', 'Deployment', 'Kubernetes::Deployment', 'old-checkout', 'unknown', 'Running', null,
   '{"app": "old"}', '{"cluster": "shop", "namespace": "payments"}', '[]', '${item.namespace}', null, null, null,
   now() - interval '70 days', now() - interval '10 days', now() - interval '1 day', 'no longer seen'),
  ('${item.bucket}', '${scraper}', 'Storage', 'AWS::S3::Bucket', 'receipts, (old)', 'warning', null, null, '{}',
   '{"account": "prod", "region": "eu-central-1"}', '[]', null, 1, 7, 31, now() - interval '50 days',
   now() - interval '6 hours', null, null);
insert into core.config_items (id, scraper_id, config_class, type, name, health, status, labels, tags, parent_id, created_at, updated_at)
select
  ('0199a001-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, '${scraper}', 'Pod', 'Kubernetes::Pod',
  'checkout-' || lpad(number::text, 6, '0'), case when number % 7 = 0 then 'unhealthy' when number % 11 = 0 then 'warning'
  else 'healthy' end, case when number % 7 = 0 then 'CrashLoopBackOff' else 'Running' end,
  jsonb_build_object('app', 'checkout', 'pod', number::text),
  jsonb_build_object('cluster', 'shop', 'namespace', 'payments'), '${item.deployment}',
  now() - interval '1 minute' * number, now() - interval '1 minute' * (number % 300)
from generate_series(1, ${pods}) as number;
insert into core.config_item_bodies (config_id, config, hash)
select id, case when id = '${item.deployment}'
  then '{"kind": "Deployment", "spec": {"replicas": 3, "image": "shop/web:1"}, "empty": null}'::jsonb
  else jsonb_build_object('name', name) end, decode(md5(id::text), 'hex')
from core.config_items;
update core.config_item_bodies set version = 2, changed_at = now() - interval '1 hour' where config_id = '${item.deployment}';
insert into core.config_versions (config_id, version, since, until, whole, body, change_id)
values ('${item.deployment}', 1, now() - interval '60 days', now() - interval '1 hour', true, '\\x${earlier}', '${change.scaled}');
insert into core.config_item_liveness (config_id, last_scraped_time)
select id, case when id = '${item.bucket}' then now() - interval '3 hours' else now() end from core.config_items;
insert into core.config_changes
  (id, config_id, change_type, severity, source, summary, external_created_by, first_observed, created_at, count)
values
  ('${change.scaled}', '${item.deployment}', 'diff', 'info', 'kubernetes', 'spec.replicas, spec.paused', 'alice',
   now() - interval '1 hour', now() - interval '1 hour', 1),
  ('${change.pulled}', '${podId(1)}', 'BackOff', 'high', 'kubernetes', 'Back-off pulling image "shop/web:2"', null,
   now() - interval '5 hours', now() - interval '10 minutes', 12),
  ('${change.old}', '${item.bucket}', 'CREATE', 'low', 'aws', null, 'bob', now() - interval '20 days',
   now() - interval '20 days', 1);
insert into core.config_change_bodies (change_id, diff, patches, details)
values ('${change.scaled}', '${diff.replaceAll("'", "''")}', '{"spec": {"replicas": 2, "paused": null}}', '{"reason": "scaled"}');
insert into core.config_change_occurrences (change_id, at, number, summary, changed)
select '${change.pulled}', now() - interval '10 minutes' * (13 - number), number, 'attempt ' || number,
  jsonb_build_array(jsonb_build_object('path', 'status.restarts', 'before', number - 1, 'after', number))
from generate_series(1, 12) as number;
insert into core.config_costs_daily (config_id, day, cost, bill)
select '${item.deployment}', current_date - days, case when days = 1 then 0.75 else 0.45 end, 'test'
from generate_series(1, 31) as days;
insert into core.config_item_stats (config_id, changes_7d, changes_30d, open_analysis)
values ('${item.deployment}', 1, 1, '{"security": 1}'), ('${podId(1)}', 612, 700, '{}'),
  ('${item.bucket}', 0, 1, '{"cost": 1}');
insert into core.config_change_daily (config_id, day, count)
values ('${item.deployment}', current_date, 1), ('${podId(1)}', current_date, 700);
insert into core.config_analysis (config_id, analyzer, analysis_type, severity, summary, message, analysis, source)
values
  ('${item.deployment}', 'run-as-root', 'security', 'high', 'Containers run as root',
   '<p>The container <b>web</b> runs as root.</p><script>alert(1)</script>', '{"container": "web"}', 'trivy'),
  ('${item.bucket}', 'unused-bucket', 'cost', 'low', 'Nobody read this bucket for 90 days', null, null, 'aws');
insert into core.config_relationships (config_id, related_id, relation, selector_id)
values
  ('${item.cluster}', '${item.namespace}', 'hard', 'parent'),
  ('${item.namespace}', '${item.deployment}', 'hard', 'parent'),
  ('${item.deployment}', '${item.bucket}', 'uses', 'rule');
insert into core.config_relationships (config_id, related_id, relation, selector_id)
select '${item.deployment}', ('0199a001-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'hard', 'parent'
from generate_series(1, ${Math.min(pods, 60)}) as number;
insert into core.config_facets (kind, key, value, count)
select 'type', '', type, count(*) from core.config_items where deleted_at is null group by type
union all select 'class', '', config_class, count(*) from core.config_items where deleted_at is null group by config_class
union all select 'status', '', status, count(*) from core.config_items where status is not null group by status
union all select 'tag', pair.key, pair.value, count(*) from core.config_items, jsonb_each_text(tags) as pair group by 2, 3
union all select 'label', pair.key, pair.value, count(*) from core.config_items, jsonb_each_text(labels) as pair
where pair.key <> 'pod' group by 2, 3
union all select 'change_type', '', change_type, count(*) from core.config_changes group by change_type
union all select 'analyzer', '', analyzer, count(*) from core.config_analysis group by analyzer;
`
}
