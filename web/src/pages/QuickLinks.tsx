import { Group } from '@mantine/core'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { searchContractDeposits } from '@plinth/api/deposits'
import { filterProjects } from '@plinth/api/projects'
import { filterTasks } from '@plinth/api/tasks'
import { useCan } from '../lib/useCan.ts'
import { LinkButton } from '../ui/LinkButton.tsx'

const links = [
  { to: '/contracts', label: 'Contracts', call: filterContracts },
  { to: '/contracts/create', label: 'New contract', call: createContract },
  { to: '/contracts/contract-deposit', label: 'Contract deposits', call: searchContractDeposits },
  { to: '/projects', label: 'Projects', call: filterProjects },
  { to: '/project-tasks', label: 'Project tasks', call: filterTasks },
]

function QuickLink({ to, label, call }: (typeof links)[number]) {
  return useCan(call) ? (
    <LinkButton to={to} variant="default">
      {label}
    </LinkButton>
  ) : null
}

export function QuickLinks() {
  return (
    <Group component="nav" aria-label="Quick links" gap="xs" mb="md">
      {links.map((link) => (
        <QuickLink key={link.to} {...link} />
      ))}
    </Group>
  )
}
