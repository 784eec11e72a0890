import { Skeleton } from '@mantine/core'
import {
  createProject,
  getProject,
  listProjectStatusHistory,
  type Project,
  projectLabels,
  projectStatuses,
  updateProject,
} from '@plinth/api/projects'
import { lazy, Suspense } from 'react'
import { BidFields } from '../contracts/BidFields.tsx'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { LicenseFields } from '../contracts/LicenseFields.tsx'
import { DocumentPanel } from '../documents/DocumentPanel.tsx'
import { optionsOf } from '../lib/format.ts'
import { useRecord } from '../lib/useRecord.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

// A form has none of these.
const ProjectGlance = lazy(() => import('./ProjectGlance.tsx').then((module) => ({ default: module.ProjectGlance })))
const StatusHistory = lazy(() =>
  import('../ui/RecordHistory.tsx').then((module) => ({ default: module.StatusHistory })),
)
const RecordFacts = lazy(() => import('../ui/RecordHistory.tsx').then((module) => ({ default: module.RecordFacts })))

const { TextField, TextAreaField, AutocompleteField, SelectField, NumberField, DayField } = fieldsOf(projectLabels)

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
      beside={(project) => (
        <Suspense fallback={<Skeleton height={400} mb="sm" />}>
          <ProjectGlance project={project} />
        </Suspense>
      )}
      related={(project) => <Related project={project} />}
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
        <TextField name="projectName" required wide />
        <AutocompleteField name="projectType" suggestions={projectTypes} />
        <SelectField name="status" options={optionsOf(projectStatuses)} required />
        <TextField name="contractBidId" />
        <TextField name="contractBidNo" />
        <TextAreaField name="description" />
      </FieldGroup>
      <FieldGroup title="Values">
        <BidFields
          labels={projectLabels}
          actual="projectActualValue"
          percentage="projectBidPercentage"
          value="projectBidValue"
        />
      </FieldGroup>
      <LicenseFields />
      <FieldGroup title="Work">
        <DayField name="givenStartDate" />
        <DayField name="givenEndDate" />
        <DayField name="actualStartDate" />
        <DayField name="actualEndDate" />
        <NumberField name="extensionCount" required />
        <DayField name="extensionDate" />
        <TextAreaField name="terminationReason" />
        <TextAreaField name="comment" />
      </FieldGroup>
    </>
  )
}

function Related({ project }: { project: Project }) {
  return (
    <>
      <DocumentPanel entityType="PROJECT" entityId={project.id} />
      <Suspense>
        <StatusHistory source={useRecord(listProjectStatusHistory)} />
        <RecordFacts record={project} />
      </Suspense>
    </>
  )
}
