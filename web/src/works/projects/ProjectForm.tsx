import { Skeleton } from '@mantine/core'
import {
  createProject,
  deleteProject,
  getProject,
  listProjectStatusHistory,
  type Project,
  updateProject,
} from '@plinth/api/works/projects'
import { filterSites } from '@plinth/api/works/sites'
import { t } from '../../lib/language.ts'
import { ContractLink } from '../../tenders/contracts/ContractReference.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { planTasks } from './plan-tasks.ts'

// Not part of the form itself, so loaded later.
const ProjectGlance = lazyPart(() => import('./ProjectGlance.tsx'), 'ProjectGlance', {
  waiting: <Skeleton height={400} mb="sm" />,
})
const ProjectOpening = lazyPart(() => import('./ProjectOpening.tsx'), 'ProjectOpening', {
  waiting: <Skeleton height={260} mb="sm" />,
})
const DocumentPanel = lazyPart(() => import('../../documents/documents/DocumentPanel.tsx'), 'DocumentPanel')
const NotePanel = lazyPart(() => import('../../documents/notes/NotePanel.tsx'), 'NotePanel')
const RecordHistory = lazyPart(() => import('../../ui/record/RecordHistory.tsx'), 'RecordHistory')

const texts = {
  loadFailed: t('Failed to fetch project'),
  saveFailed: t('Failed to save project. Please try again.'),
  created: t('Project created successfully!'),
  updated: t('Project updated successfully!'),
}

const links = ({ id }: Project) => (
  <>
    <LinkButton variant="default" to="/project-tasks" search={{ projectId: id }}>
      {t('Tasks')}
    </LinkButton>
    <LinkButton variant="default" to="/projects/sites" search={{ projectId: id }} call={filterSites}>
      {t('Sites')}
    </LinkButton>
  </>
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
      pathOf={({ id }) => `/projects/${id}`}
      remove={deleteProject}
      next={({ id }, isNew) => (isNew ? [planTasks(id)] : [])}
      head={(project) => <ProjectOpening project={project} />}
      context={(project) => project?.contractId && <ContractLink id={project.contractId} />}
      actions={links}
      beside={(project) => <ProjectGlance project={project} />}
      related={(project) => (
        <>
          <Side id="papers">
            <DocumentPanel entityType="PROJECT" entityId={project.id} />
          </Side>
          <Side id="notes">
            <NotePanel recordType="PROJECT" recordId={project.id} />
          </Side>
          <Side id="history">
            <RecordHistory record={project} statuses={listProjectStatusHistory} />
          </Side>
        </>
      )}
    >
      <ProjectFields />
    </FormScreen>
  )
}
