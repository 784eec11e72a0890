import { type CompanySettings, companySettingFields } from '@plinth/api/platform/company-settings'
import { settingsOf } from '../../kernel/records/settings.ts'

/** The days on which a company works. */
export const { get, update } = settingsOf<CompanySettings>({
  table: 'company_settings',
  inForce: 'app.company_settings_in_force',
  fields: Object.keys(companySettingFields),
})
