import { Skeleton, Text } from '@mantine/core'
import {
  getDepositSettings,
  depositSettingLabels as labels,
  updateDepositSettings,
} from '@plinth/api/deposits/deposit-settings'
import { decimal, percent } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { SettingsSide } from '../../ui/form/SettingsSide.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { askLawyer, pausesText } from './setting-words.ts'

const EditDepositSettings = lazyDialog(() => import('./EditDepositSettings.tsx'), 'EditDepositSettings')

/** The settings of deposits, with the button that edits them. */
export const DepositSettings = () => (
  <SettingsSide
    id="settings"
    title={t('Settings of deposits')}
    load={getDepositSettings}
    write={updateDepositSettings}
    waiting={<Skeleton height={48} mb="sm" aria-hidden />}
    edit={t('Edit settings')}
    act={entry['side']}
    Form={EditDepositSettings}
  >
    {({ followUpDays, limitationYears, interestPercent, requestPrefix }) => (
      <>
        <ReadValue label={translated(labels.followUpDays)}>{pausesText(followUpDays)}</ReadValue>
        <ReadValue label={translated(labels.limitationYears)}>
          {decimal(limitationYears)}
          <Text size="xs" c="dimmed">
            {askLawyer}
          </Text>
        </ReadValue>
        <ReadValue label={translated(labels.interestPercent)}>{percent(interestPercent)}</ReadValue>
        <ReadValue label={translated(labels.requestPrefix)}>{requestPrefix}</ReadValue>
      </>
    )}
  </SettingsSide>
)
