import { createProject, getProject, type Project, projectStatuses, updateProject } from '@plinth/api/projects'
import { BidFields } from '../contracts/BidFields.tsx'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { optionsOf } from '../lib/format.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

const { TextField, TextAreaField, AutocompleteField, SelectField, NumberField, DayField } = fieldsOf<Project>()

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

const projectTypes = [
  'Road',
  'Bridge',
  'Building',
  'Water supply',
  'Drainage',
  'Irrigation',
  'Electrical',
  'Maintenance',
]

function ProjectFields() {
  return (
    <>
      <FieldGroup title="Project">
        <TextField name="projectName" label="Project name" required wide />
        <AutocompleteField name="projectType" label="Project type" suggestions={projectTypes} />
        <SelectField name="status" label="Status" options={optionsOf(projectStatuses)} required />
        <TextField name="contractBidId" label="Contract bid ID" />
        <TextField name="contractBidNo" label="Contract bid no." />
        <TextAreaField name="description" label="Description" />
      </FieldGroup>
      <FieldGroup title="Values">
        <BidFields<Project> actual="projectActualValue" percentage="projectBidPercentage" value="projectBidValue" />
      </FieldGroup>
      <FieldGroup title="License">
        <TextField name="licenseHolderName" label="License holder" />
        <TextField name="licenseNo" label="License no." />
        <TextField name="licenseId" label="License ID" />
      </FieldGroup>
      <FieldGroup title="Work">
        <DayField name="givenStartDate" label="Given start date" />
        <DayField name="givenEndDate" label="Given end date" />
        <DayField name="actualStartDate" label="Actual start date" />
        <DayField name="actualEndDate" label="Actual end date" />
        <NumberField name="extensionCount" label="Extension count" required />
        <DayField name="extensionDate" label="Extended until" />
        <TextAreaField name="terminationReason" label="Termination reason" />
        <TextAreaField name="comment" label="Comment" />
      </FieldGroup>
    </>
  )
}
