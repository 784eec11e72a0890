import { Button, Skeleton, Text } from '@mantine/core'
import {
  type CompanySettings,
  getCompanySettings,
  companySettingLabels as labels,
  updateCompanySettings,
} from '@plinth/api/company-settings'
import { useState } from 'react'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { ReadValue, RecordSection } from '../ui/FieldGroup.tsx'
import { part } from '../ui/Part.tsx'
import form from '../ui/RecordForm.module.css'
import { Side } from '../ui/RecordSides.tsx'
import { regainFocus } from '../ui/regain-focus.ts'
import classes from './Holidays.module.css'
import { saturdaysText, weekdaysText } from './work-days.ts'

const EditWorkDays = part(() => import('./EditWorkDays.tsx'), 'EditWorkDays', { over: true })

const id = 'days-of-work'

/** On which days of the week nobody works, and the way to change it. */
export function WorkDays() {
  const settings = useRecord(getCompanySettings)
  const { data, error } = settings
  const mayEdit = useCan(updateCompanySettings)
  // As they were when the form was opened.
  const [edited, setEdited] = useState<CompanySettings>()
  return (
    <Side id={id}>
      <RecordSection title={t('Days of work')} source={settings}>
        <Text size="sm" c="dimmed" mb="sm">
          {t(
            'What is due on a free day is to be done by the working day before; what can only be asked for from then on, by the one after.',
          )}
        </Text>
        {!data && !error && <Skeleton height={88} aria-hidden />}
        {data && (
          <dl className={form['fields']}>
            <ReadValue label={translated(labels.weeklyOff)}>{weekdaysText(data.weeklyOff)}</ReadValue>
            <ReadValue label={translated(labels.saturdaysOff)}>{saturdaysText(data.saturdaysOff)}</ReadValue>
          </dl>
        )}
        {data && mayEdit && (
          <Button
            variant="default"
            size="xs"
            mt="sm"
            className={classes['press'] ?? ''}
            onClick={() => setEdited(data)}
            data-screen-only
          >
            {t('Edit days of work')}
          </Button>
        )}
        {edited && (
          <EditWorkDays
            settings={edited}
            onClose={() => {
              setEdited(undefined)
              regainFocus(id)
            }}
          />
        )}
      </RecordSection>
    </Side>
  )
}
