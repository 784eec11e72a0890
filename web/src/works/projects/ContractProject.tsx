import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import type { Contract } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { roundPercent } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useContractFacts } from '../../tenders/contracts/useContractFacts.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { CreateProject } from './CreateProject.tsx'
import { ProjectBadge } from './ProjectStatus.tsx'

/** The project of a contract on the contract's page, with the button to create it. */
export function ContractProject({ contract }: { contract: Contract }) {
  const facts = useContractFacts(contract)
  return (
    <RecordSection title={t('Project')}>
      {facts ? <ProjectState contract={contract} facts={facts} /> : <Skeleton height={36} aria-hidden />}
    </RecordSection>
  )
}

interface Props {
  contract: Contract
  facts: NonNullable<ReturnType<typeof useContractFacts>>
}

/** The project itself is unknown to users who may not see it. */
function ProjectState({ contract, facts: { isProjectCreated, project } }: Props) {
  if (project)
    return (
      <Group gap="sm">
        <Anchor component={Link} to={`/projects/${project.id}`} inherit underline="always">
          {project.projectName}
        </Anchor>
        <ProjectBadge status={project.status} />
        {project.rollup && (
          <Text size="sm" c="dimmed">
            {t('{percent} done', { percent: roundPercent(project.rollup.progress) })}
          </Text>
        )}
      </Group>
    )
  if (isProjectCreated) return <Text>{t('A project has been created from this contract.')}</Text>
  if (contract.status !== 'AWARDED')
    return <Text c="dimmed">{t('A project is created from an awarded contract only')}</Text>
  return (
    <Group gap="sm">
      <Text>{t('No project has been created from this contract yet.')}</Text>
      <CreateProject contract={contract} isCreated={false} size="xs" />
    </Group>
  )
}
