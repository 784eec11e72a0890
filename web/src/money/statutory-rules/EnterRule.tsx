import { ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { rulePlaces } from '@plinth/api/money/rule-places'
import {
  createStatutoryRule,
  getStatutoryRule,
  type StandingRule,
  statutoryRuleLabels,
  updateStatutoryRule,
} from '@plinth/api/money/statutory-rules'
import { useWatch } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { placeText } from './rule-words.ts'
import { ValueField } from './ValueField.tsx'

const { SelectField, TextField, TextAreaField, DayField } = fieldsOf(statutoryRuleLabels)

const failed = t('The rule was not saved.')
const places = Object.keys(rulePlaces).map((value) => ({ value, label: placeText(value) }))

interface Props {
  /** The rule to change, or the one beside which another is entered. */
  rule: StandingRule
  isNew: boolean
  /** The initial place of a new rule. */
  place: string
  onClose: () => void
}

/** A drawer over the rules to enter a rule of the company beside another one, or to change it. */
export function EnterRule({ rule, isNew, place: scope, onClose }: Props) {
  const { kind, value } = rule
  const place = { onClose, load: getStatutoryRule, listPath: '/payments/rules' }
  const name = translated(ruleKindLabels[kind])
  if (!isNew)
    return (
      <RecordDrawer
        {...place}
        title={t('Edit our rule: {name}', { name })}
        write={updateStatutoryRule}
        params={{ id: rule.id }}
        initial={rule}
        texts={{ saved: t('Rule saved'), failed }}
      >
        <Fields />
      </RecordDrawer>
    )
  return (
    <RecordDrawer
      {...place}
      title={t('Our own rule: {name}', { name })}
      write={createStatutoryRule}
      params={{}}
      initial={{ kind, scope, value, validFrom: today() }}
      texts={{ saved: t('Rule entered'), failed }}
    >
      <Fields />
    </RecordDrawer>
  )
}

function Fields() {
  const kind = useWatch<Pick<StandingRule, 'kind'>, 'kind'>({ name: 'kind' })
  return (
    <>
      <FieldGroup title={t('What holds')}>
        <ValueField kind={kind} />
        <DayField name="validFrom" description={t('What was computed for days before it stays as it is')} required />
        <SelectField name="scope" options={places} required />
      </FieldGroup>
      <FieldGroup title={t('Where it is from')}>
        <TextAreaField name="sourceTitle" required />
        <TextField name="sourceReference" />
        <TextField name="sourceUrl" />
        <DayField name="publishedOn" />
        <DayField name="readOn" />
      </FieldGroup>
    </>
  )
}
