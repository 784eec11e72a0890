import { Anchor, Button } from '@mantine/core'
import { type Contract, contractLabels } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import classes from './OfficeField.module.css'
import { officeText, useOffices } from './useOffices.ts'

const NewOffice = lazyDialog(() => import('./NewOffice.tsx'), 'NewOffice')

const { SelectField } = fieldsOf(contractLabels)

type OfOffice = Pick<Contract, 'officeId' | 'department' | 'officeName'>

const textOf = ({ department, officeName }: Partial<OfOffice>) =>
  officeText({ department: department ?? dash, officeName: officeName ?? dash })

interface Props {
  label?: string
  description?: string
  /** Shown while no office is chosen. */
  placeholder?: string
}

/** The office of the department that the work is done for: chosen from the list, or created in a dialog. */
export function OfficeField(props: Props) {
  const isRead = useFormMode() === 'view'
  const stored = useFormContext<OfOffice>().getValues()
  if (!isRead) return <OfficeChoice stored={stored} {...props} />
  return (
    <ReadValue label={translated(contractLabels.officeId)} wide>
      {stored.officeId ? (
        <Anchor component={Link} to={`/contracts/offices/${stored.officeId}`} inherit underline="always">
          {textOf(stored)}
        </Anchor>
      ) : (
        dash
      )}
    </ReadValue>
  )
}

function OfficeChoice({
  stored,
  description = t('Of the department that the work is done for'),
  ...props
}: Props & { stored: OfOffice }) {
  const { setValue } = useFormContext<OfOffice>()
  const [isEntering, setEntering] = useState(false)
  const mayEnter = useCan(createOffice)
  const { offices, hasFailed } = useOffices()
  // While the offices are loading, the present one is shown by its stored name.
  const offered = offices?.map((office) => ({ value: office.id, label: officeText(office) })) ?? []
  const present = offices || !stored.officeId ? [] : [{ value: stored.officeId, label: textOf(stored) }]
  return (
    <div className={classes['field']} data-wide>
      <SelectField
        name="officeId"
        options={[...present, ...offered]}
        description={hasFailed ? t('Failed to fetch offices') : description}
        {...props}
      />
      {mayEnter && (
        <Button variant="default" onClick={() => setEntering(true)}>
          {t('New office')}
        </Button>
      )}
      {isEntering && (
        <NewOffice
          onEntered={({ id }) => setValue('officeId', id, { shouldDirty: true, shouldValidate: true })}
          onClose={() => setEntering(false)}
        />
      )}
    </div>
  )
}
