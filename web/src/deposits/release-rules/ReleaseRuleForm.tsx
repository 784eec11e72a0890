import { Text } from '@mantine/core'
import { depositPurposes, releaseBases, releaseOutcomes } from '@plinth/api/deposits/deposit-releases'
import {
  createReleaseRule,
  deleteReleaseRule,
  getReleaseRule,
  type ReleaseRule,
  releaseRuleLabels,
  updateReleaseRule,
} from '@plinth/api/deposits/release-rules'
import { useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { ruleText } from './rule-words.ts'

const { SelectField, NumberField, TextAreaField, CheckboxField } = fieldsOf(releaseRuleLabels)

const texts = {
  loadFailed: t('Failed to fetch rule of release'),
  saveFailed: t('Failed to save rule of release. Please try again.'),
  created: t('Rule of release created successfully!'),
  updated: t('Rule of release updated successfully!'),
}

export function ReleaseRuleForm() {
  return (
    <FormScreen
      noun="rule of release"
      load={getReleaseRule}
      create={createReleaseRule}
      update={updateReleaseRule}
      remove={deleteReleaseRule}
      blank={{ outcome: 'ANY', days: 0, isSure: false }}
      listPath="/contracts/release-rules"
      pathOf={({ id }) => `/contracts/release-rules/${id}`}
      nameOf={ruleText}
      texts={texts}
      related={(rule) => <RecordFacts record={rule} hasTrail />}
    >
      <FieldGroup title={t('Which deposits')}>
        <SelectField name="purpose" options={optionsOf(depositPurposes)} openOnFocus={false} required />
        <SelectField
          name="outcome"
          options={optionsOf(releaseOutcomes)}
          description={t('Not won: rejected or cancelled. A rule for one of the two goes before one for any.')}
          required
        />
      </FieldGroup>
      <FieldGroup title={t('When they come back')}>
        <WaitFields />
        <Sentence />
      </FieldGroup>
      <FieldGroup title={t('Where it is from')}>
        <TextAreaField name="source" description={t('The law, manual or contract that says so')} />
        <CheckboxField name="isSure" description={t('Somebody looked it up, and your departments go by it')} />
      </FieldGroup>
    </FormScreen>
  )
}

type CompleteRule = Pick<ReleaseRule, 'purpose' | 'outcome' | 'basis' | 'days'>
type PartialRule = { [K in keyof CompleteRule]?: CompleteRule[K] | null | undefined }

/** The basis and the days after it. The basis FIXED has no days. */
function WaitFields() {
  const basis = useWatch<PartialRule, 'basis'>({ name: 'basis' })
  return (
    <>
      <SelectField name="basis" options={optionsOf(releaseBases)} required />
      {basis !== 'FIXED' && <NumberField name="days" description={t('Below zero: so many days before it')} required />}
    </>
  )
}

const isComplete = (typed: PartialRule): typed is CompleteRule =>
  Boolean(typed.purpose && typed.outcome && typed.basis) && Number.isInteger(typed.days)

/** The sentence of the rule while it is typed. */
function Sentence() {
  const isRead = useFormMode() === 'view'
  const [purpose, outcome, basis, days] = useWatch<PartialRule, ['purpose', 'outcome', 'basis', 'days']>({
    name: ['purpose', 'outcome', 'basis', 'days'],
  })
  const typed = { purpose, outcome, basis, days }
  if (isRead) return null
  return (
    <Text size="sm" mih="1.55em" aria-live="polite" data-wide>
      {isComplete(typed) && ruleText(typed)}
    </Text>
  )
}
