import {
  type DepositSettings,
  depositSettingLabels,
  getDepositSettings,
  updateDepositSettings,
} from '@plinth/api/deposits/deposit-settings'
import { useWatch } from 'react-hook-form'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { PausesField } from './PausesField.tsx'
import { askLawyer } from './setting-words.ts'

const { NumberField, PercentField, TextField } = fieldsOf(depositSettingLabels)

interface Props {
  settings: DepositSettings
  onClose: () => void
}

/** The form of the settings of deposits, in a drawer over the release rules. */
export function EditDepositSettings({ settings, onClose }: Props) {
  return (
    <RecordDrawer
      onClose={onClose}
      title={t('Edit settings')}
      load={getDepositSettings}
      write={updateDepositSettings}
      params={{}}
      initial={settings}
      listPath="/contracts/release-rules"
      texts={{ saved: t('Settings saved'), failed: t('The settings were not saved.') }}
    >
      <FieldGroup title={t('Settings of deposits')}>
        <PausesField />
        <NumberField name="limitationYears" description={askLawyer} required />
        <PercentField name="interestPercent" description={t('What a year of waiting costs')} required />
        <PrefixField />
      </FieldGroup>
    </RecordDrawer>
  )
}

function PrefixField() {
  const prefix = plainText(useWatch({ name: 'requestPrefix' })).trim()
  return <TextField name="requestPrefix" {...(prefix && { description: `${prefix}/2026-27/001` })} required />
}
