import { describeKind } from '../core/kind.ts'

/** The kinds of playbooks, of which rules can be stored already. */
export const playbookKinds = [
  describeKind({
    name: 'playbooks',
    notifiable: {
      'playbook.approval.inserted': 'Playbook run approved',
      'playbook.spec.approval.updated': 'Approvals of a playbook changed',
    },
  }),
] as const
