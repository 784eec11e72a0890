import { Text } from '@mantine/core'
import {
  type CompanySettings,
  getCompanySettings,
  companySettingLabels as labels,
  updateCompanySettings,
} from '@plinth/api/platform/company-settings'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { weekdayName, weekdays } from '../../lib/weekdays.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { DaysField } from './DaysField.tsx'
import { HourField } from './HourField.tsx'
import { saturdaysText, saturdayText, weekdaysText } from './work-days.ts'

interface Props {
  settings: CompanySettings
  onClose: () => void
}

/** The drawer that edits the working days, over the list of holidays. */
export function EditWorkDays({ settings, onClose }: Props) {
  return (
    <RecordDrawer
      onClose={onClose}
      title={t('Edit days of work')}
      load={getCompanySettings}
      write={updateCompanySettings}
      params={{}}
      initial={settings}
      listPath="/reminders/holidays"
      texts={{ saved: t('Days of work saved'), failed: t('The days of work were not saved.') }}
    >
      <FieldGroup title={t('Days of work')}>
        <DaysField
          name="weeklyOff"
          label={labels.weeklyOff}
          options={weekdays.map((day) => ({ value: day, label: weekdayName(day) }))}
          textOf={weekdaysText}
        />
        <Saturdays />
      </FieldGroup>
      <Hours />
    </RecordDrawer>
  )
}

const saturday = 6

function Saturdays() {
  const weeklyOff: unknown = useWatch({ name: 'weeklyOff' })
  const isFree = Array.isArray(weeklyOff) && weeklyOff.includes(saturday)
  return (
    <DaysField
      name="saturdaysOff"
      label={labels.saturdaysOff}
      options={[1, 2, 3, 4, 5].map((which) => ({ value: which, label: saturdayText(which) }))}
      textOf={saturdaysText}
      {...(isFree && { description: t('Every Saturday is free already.') })}
    />
  )
}

/** The hours of reminders: whole hours, the end after the start. */
function Hours() {
  const { getValues } = useFormContext()
  const isLater = () => Number(getValues('dayEndsAt')) > Number(getValues('dayStartsAt'))
  return (
    <FieldGroup title={t('Hours of reminders')}>
      <HourField name="dayStartsAt" label={labels.dayStartsAt} first={0} last={23} />
      <HourField
        name="dayEndsAt"
        label={labels.dayEndsAt}
        first={1}
        last={24}
        check={() => (isLater() ? undefined : 'must be later than the hour from which on')}
      />
      <Text size="sm" c="dimmed" data-wide>
        {t(
          'Reminders are made and mailed within these hours alone. What is critical in the night waits until the morning.',
        )}
      </Text>
    </FieldGroup>
  )
}
