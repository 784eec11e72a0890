import { Skeleton } from '@mantine/core'
import { createProject, getProject, listProjectStatusHistory, type Project, updateProject } from '@plinth/api/projects'
import { lazy, Suspense } from 'react'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { t } from '../lib/language.ts'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ProjectFields } from './ProjectFields.tsx'

// A form has none of these.
const ProjectGlance = lazy(() => import('./ProjectGlance.tsx').then((module) => ({ default: module.ProjectGlance })))
const DocumentPanel = lazy(() =>
  import('../documents/DocumentPanel.tsx').then((module) => ({ default: module.DocumentPanel })),
)
const RecordHistory = lazy(() =>
  import('../ui/RecordHistory.tsx').then((module) => ({ default: module.RecordHistory })),
)

const texts = {
  loadFailed: t('Failed to fetch project'),
  saveFailed: t('Failed to save project. Please try again.'),
  created: t('Project created successfully!'),
  updated: t('Project updated successfully!'),
}

const links = ({ id }: Project) => (
  <LinkButton variant="default" to="/project-tasks" search={{ projectId: id }}>
    {t('Tasks')}
  </LinkButton>
)

export function ProjectForm() {
  return (
    <FormScreen
      noun="project"
      load={getProject}
      create={createProject}
      update={updateProject}
      blank={{ status: 'DRAFT', extensionCount: 0 }}
      listPath="/projects"
      nameOf={(project) => project.projectName}
      texts={texts}
      context={(project) => project?.contractId && <ContractLink id={project.contractId} />}
      actions={links}
      beside={(project) => (
        <Suspense fallback={<Skeleton height={400} mb="sm" />}>
          <ProjectGlance project={project} />
        </Suspense>
      )}
      related={(project) => (
        <Suspense>
          <DocumentPanel entityType="PROJECT" entityId={project.id} />
          <RecordHistory record={project} statuses={listProjectStatusHistory} />
        </Suspense>
      )}
    >
      <ProjectFields />
    </FormScreen>
  )
}
