import { Button, Skeleton, Text } from '@mantine/core'
import {
  getDepositSettings,
  depositSettingLabels as labels,
  type DepositSettings as Settings,
  updateDepositSettings,
} from '@plinth/api/deposit-settings'
import { useState } from 'react'
import { decimal, percent } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import entry from '../ui/EntryRows.module.css'
import { ReadValue, RecordSection } from '../ui/FieldGroup.tsx'
import { part } from '../ui/Part.tsx'
import form from '../ui/RecordForm.module.css'
import { Side } from '../ui/RecordSides.tsx'
import { regainFocus } from '../ui/regain-focus.ts'
import { askLawyer, pausesText } from './setting-words.ts'

const EditDepositSettings = part(() => import('./EditDepositSettings.tsx'), 'EditDepositSettings', { over: true })

const id = 'settings'

/** By what a company chases its deposits, and the way to change it. */
export function DepositSettings() {
  const settings = useRecord(getDepositSettings)
  const { data, error } = settings
  const mayEdit = useCan(updateDepositSettings)
  // As they were when the form was opened.
  const [edited, setEdited] = useState<Settings>()
  return (
    <Side id={id}>
      <RecordSection title={t('Settings of deposits')} source={settings}>
        {!data && !error && <Skeleton height={48} mb="sm" aria-hidden />}
        {data && (
          <dl className={form['fields']}>
            <ReadValue label={translated(labels.followUpDays)}>{pausesText(data.followUpDays)}</ReadValue>
            <ReadValue label={translated(labels.limitationYears)}>
              {decimal(data.limitationYears)}
              <Text size="xs" c="dimmed">
                {askLawyer}
              </Text>
            </ReadValue>
            <ReadValue label={translated(labels.interestPercent)}>{percent(data.interestPercent)}</ReadValue>
            <ReadValue label={translated(labels.requestPrefix)}>{data.requestPrefix}</ReadValue>
          </dl>
        )}
        {data && mayEdit && (
          <div className={entry['side']}>
            <Button variant="default" size="xs" mt="sm" onClick={() => setEdited(data)} data-screen-only>
              {t('Edit settings')}
            </Button>
          </div>
        )}
        {edited && (
          <EditDepositSettings
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
