import {
  createReminderRule,
  deleteReminderRule,
  getReminderRule,
  updateReminderRule,
} from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { ReminderRuleFields } from './ReminderRuleFields.tsx'
import { nameText } from './rule-words.ts'

const texts = {
  loadFailed: t('Failed to fetch rule of reminders'),
  saveFailed: t('Failed to save rule of reminders. Please try again.'),
  created: t('Rule of reminders entered'),
  updated: t('Rule of reminders saved'),
}

const nobody = { roleIds: [], userIds: [], escalateRoleIds: [], escalateUserIds: [] }

export function ReminderRuleForm() {
  return (
    <FormScreen
      noun="rule of reminders"
      load={getReminderRule}
      create={createReminderRule}
      update={updateReminderRule}
      remove={deleteReminderRule}
      blank={{
        steps: [7, 1, 0],
        contractTypes: [],
        purposes: [],
        tells: ['OWNER', 'WATCHERS'],
        ...nobody,
        escalateFrom: 7,
        atOnce: false,
        isActive: true,
      }}
      listPath="/reminders/rules"
      pathOf={({ id }) => `/reminders/rules/${id}`}
      nameOf={nameText}
      texts={texts}
      related={(rule) => <RecordFacts record={rule} hasTrail />}
    >
      <ReminderRuleFields />
    </FormScreen>
  )
}
