import { Anchor } from '@mantine/core'
import { createSite, deleteSite, getSite, type Site, siteLabels, updateSite, weekdays } from '@plinth/api/works/sites'
import { Link, useSearch } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { stateOptions } from '../../lib/states.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { useProjects } from '../tasks/task-choices.ts'

const { TextField, TextAreaField, SelectField, NumberField } = fieldsOf(siteLabels)

const texts = {
  loadFailed: t('Failed to fetch site'),
  saveFailed: t('Failed to save site. Please try again.'),
  created: t('Site created successfully!'),
  updated: t('Site updated successfully!'),
}

export function SiteForm() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  // The list of one project links to a new site of it.
  const projectId = plainText(search['projectId'])
  return (
    <FormScreen
      noun="site"
      load={getSite}
      create={createSite}
      update={updateSite}
      remove={deleteSite}
      blank={projectId ? { projectId } : {}}
      listPath="/projects/sites"
      nameOf={({ name }) => name}
      pathOf={({ id }) => `/projects/sites/${id}`}
      texts={texts}
      related={(record) => <RecordFacts record={record} hasTrail />}
    >
      <FieldGroup title={t('Site')}>
        <TextField name="name" required />
        <ProjectOfSite />
        <SelectField name="state" options={stateOptions} />
        <SelectField
          name="weeklyOff"
          options={optionsOf(weekdays)}
          description={t('Empty if work goes on every day')}
        />
        <NumberField name="shiftHours" description={t('Hours of work a day, at most 24')} />
        <TextAreaField name="remarks" />
      </FieldGroup>
    </FormScreen>
  )
}

/** The project of a site: a choice, or a link in view mode. */
function ProjectOfSite() {
  const isRead = useFormMode() === 'view'
  const { projectId, projectName } = useFormContext<Partial<Site>>().getValues()
  if (!isRead) return <ProjectChoice />
  return (
    <ReadValue label={translated(siteLabels.projectId)}>
      <Anchor component={Link} to={`/projects/${projectId}`} inherit underline="always">
        {projectName}
      </Anchor>
    </ReadValue>
  )
}

function ProjectChoice() {
  const { options } = useProjects()
  const { projectId, projectName } = useFormContext<Partial<Site>>().getValues()
  // Shows the name of the present project until the choices are loaded.
  const present = projectId ? [{ value: projectId, label: projectName ?? '…' }] : []
  return <SelectField name="projectId" options={options.length > 0 ? options : present} required />
}
