import { type DepositSettings, depositSettingFields } from '@plinth/api/deposits/deposit-settings'
import { settingsOf } from '../../kernel/records/settings.ts'

export const { get, update } = settingsOf<DepositSettings>({
  table: 'deposit_settings',
  inForce: 'app.deposit_settings_in_force',
  fields: Object.keys(depositSettingFields),
})
