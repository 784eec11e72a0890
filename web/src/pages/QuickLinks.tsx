import { Group } from '@mantine/core'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { searchContractDeposits } from '@plinth/api/deposits'
import { filterProjects } from '@plinth/api/projects'
import { filterTasks } from '@plinth/api/tasks'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'

const links = [
  { to: '/contracts', label: t('Contracts'), call: filterContracts },
  { to: '/contracts/create', label: t('New contract'), call: createContract },
  { to: '/contracts/contract-deposit', label: t('Contract deposits'), call: searchContractDeposits },
  { to: '/projects', label: t('Projects'), call: filterProjects },
  { to: '/project-tasks', label: t('Project tasks'), call: filterTasks },
]

/** Where the signed-in person mostly goes from here. */
export function QuickLinks() {
  return (
    <Group component="nav" aria-label={t('Quick links')} gap="xs" mb="md">
      {links.map(({ label, ...link }) => (
        <LinkButton key={link.to} variant="default" {...link}>
          {label}
        </LinkButton>
      ))}
    </Group>
  )
}
