import { Plus } from 'lucide-react'
import { Button, HealthBadge, PageHeader } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'PageHeader'

export const stories: readonly Story[] = [
  {
    name: 'With everything',
    render: () => (
      <PageHeader
        title="checkout"
        breadcrumb={[
          { label: 'Health', href: '#health' },
          { label: 'Canaries', href: '#canaries' },
        ]}
        badge={<HealthBadge state="unhealthy" pill />}
        description="Five checks of the payment path, read from checkout.yaml."
        actions={
          <Button variant="primary" icon={<Plus className="size-3.5" />}>
            Add check
          </Button>
        }
      />
    ),
  },
  { name: 'A title', render: () => <PageHeader title="Health" /> },
]
