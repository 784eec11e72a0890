import { createProject, getProject, type Project, updateProject } from '@plinth/api/projects'
import { ContractLink } from '../contracts/ContractLink.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ProjectFields } from './ProjectFields.tsx'

const texts = {
  loadFailed: 'Failed to fetch project',
  saveFailed: 'Failed to save project. Please try again.',
  created: 'Project created successfully!',
  updated: 'Project updated successfully!',
}

const links = ({ id }: Project) => (
  <LinkButton variant="default" to="/project-tasks" search={{ projectId: id }}>
    Tasks
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
    >
      <ProjectFields />
    </FormScreen>
  )
}
