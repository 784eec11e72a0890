import { Anchor } from '@mantine/core'
import { type Agreement, agreementLabels } from '@plinth/api/money/agreements'
import { getProject } from '@plinth/api/works/projects'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { FixedValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { useProjects } from '../../works/tasks/task-choices.ts'

const { SelectField } = fieldsOf(agreementLabels)
const label = translated(agreementLabels.projectId)

/** The project of the work; only users who may see projects read its name or choose one. */
export function ProjectOfAgreement() {
  const isRead = useFormMode() === 'view'
  const maySee = useCan(getProject)
  const { projectId, projectName } = useFormContext<Partial<Agreement>>().getValues()
  if (!isRead && maySee) return <Choice />
  return (
    <FixedValue label={label}>
      {projectId && maySee ? (
        <Anchor component={Link} to={`/projects/${projectId}`} inherit underline="always">
          {projectName}
        </Anchor>
      ) : (
        dash
      )}
    </FixedValue>
  )
}

function Choice() {
  const { options } = useProjects()
  return <SelectField name="projectId" options={options} description={t('The project that the work is part of')} />
}
