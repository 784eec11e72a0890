import { Group } from '@mantine/core'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { searchContractDeposits } from '@plinth/api/deposits'
import { filterProjects } from '@plinth/api/projects'
import { filterTasks } from '@plinth/api/tasks'
import { LinkButton } from '../ui/LinkButton.tsx'

const links = [
  { to: '/contracts', label: 'Contracts', call: filterContracts },
  { to: '/contracts/create', label: 'New contract', call: createContract },
  { to: '/contracts/contract-deposit', label: 'Contract deposits', call: searchContractDeposits },
  { to: '/projects', label: 'Projects', call: filterProjects },
  { to: '/project-tasks', label: 'Project tasks', call: filterTasks },
]

/** Where the signed-in person mostly goes from here. */
export function QuickLinks() {
  return (
    <Group component="nav" aria-label="Quick links" gap="xs" mb="md">
      {links.map(({ label, ...link }) => (
        <LinkButton key={link.to} variant="default" {...link}>
          {label}
        </LinkButton>
      ))}
    </Group>
  )
}
