import { Skeleton, Text } from '@mantine/core'
import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { reminderAddressees, reminderRuleLabels } from '@plinth/api/reminders/reminder-rules'
import { usualContractTypes } from '@plinth/api/tenders/contract-types'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { SeveralField, TextsField } from '../../ui/form/SeveralField.tsx'
import { TickField } from '../../ui/form/TickField.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { isCritical } from '../deadlines/deadline-words.ts'
import { KindField, kindIn } from './KindField.tsx'
import classes from './RuleForm.module.css'
import { isNarrowedBy, ruleText } from './rule-words.ts'
import { StepsField } from './StepsField.tsx'
import { typedRule } from './typed-rule.ts'
import { type Addressees, useAddressees } from './useAddressees.ts'

const TryRule = lazyPart(() => import('./TryRule.tsx'), 'TryRule', { waiting: <Skeleton height={180} /> })

const { TextField, NumberField, MoneyField, CheckboxField } = fieldsOf(reminderRuleLabels)

const labelOf = (name: keyof typeof reminderRuleLabels) => translated(reminderRuleLabels[name])
/** The labels of addressees by their relation to the record. */
const addresseeTexts: Record<(typeof reminderAddressees)[number], string> = {
  OWNER: t('Whose it is'),
  CREATOR: t('Who entered it'),
  WATCHERS: t('Who watches it'),
}
const addresseeOptions = reminderAddressees.map((who) => ({ value: who, label: addresseeTexts[who] }))

/** The form of a rule: its sentence, its fields, and beside them a preview. */
export function ReminderRuleFields() {
  const addressees = useAddressees()
  return (
    <div className={classes['page']}>
      <div>
        <Sentence nameOf={addressees.nameOf} />
        <FieldGroup title={t('Which duties')}>
          <KindField />
          <TextField name="name" required />
        </FieldGroup>
        <FieldGroup title={t('When')}>
          <StepsField />
          <NumberField name="repeatDays" description={t('After it was due, as long as it is open')} />
        </FieldGroup>
        <FieldGroup title={t('Who is told')}>
          <RelatedAddressees />
          <NamedAddressees roleField="roleIds" peopleField="userIds" {...addressees} />
          <AtOnce />
        </FieldGroup>
        <FieldGroup title={t('When nothing happens')}>
          <Escalation {...addressees} />
        </FieldGroup>
        <RareFields />
      </div>
      <TryRule />
    </div>
  )
}

/** The sentence of the rule, updated while it is edited. */
function Sentence({ nameOf }: Pick<Addressees, 'nameOf'>) {
  const rule = typedRule(useWatch())
  return (
    <Text className={classes['sentence'] ?? ''} aria-live="polite">
      {rule ? ruleText(rule, nameOf) : t('Once it says which duty, when and whom, the rule is read here.')}
    </Text>
  )
}

/** Addressees by their relation to the record. A rule must name at least one, here or by role or name below. */
function RelatedAddressees() {
  const { getValues } = useFormContext()
  const isNobody = () => [getValues('tells'), getValues('roleIds'), getValues('userIds')].flat().every((one) => !one)
  return (
    <TickField
      name="tells"
      label={labelOf('tells')}
      options={addresseeOptions}
      check={() => (isNobody() ? 'must name somebody' : undefined)}
    />
  )
}

interface NamedProps extends Addressees {
  roleField: 'roleIds' | 'escalateRoleIds'
  peopleField: 'userIds' | 'escalateUserIds'
  description?: string
}

/** Addressees by role and by name. */
function NamedAddressees({ roleField, peopleField, isKnown, roles, people, description }: NamedProps) {
  const missingTexts = isKnown
    ? { role: t('A role that is gone'), person: t('Somebody who is gone') }
    : { role: '…', person: '…' }
  const descriptionProps = description && { description }
  return (
    <>
      <SeveralField
        name={roleField}
        label={labelOf(roleField)}
        options={roles}
        gone={missingTexts.role}
        {...descriptionProps}
      />
      <SeveralField
        name={peopleField}
        label={labelOf(peopleField)}
        options={people}
        gone={missingTexts.person}
        {...descriptionProps}
      />
    </>
  )
}

/** Whom the rule escalates to, and when. */
function Escalation(addressees: Addressees) {
  const after: unknown = useWatch({ name: 'escalateAfterDays' })
  return (
    <>
      <NumberField
        name="escalateAfterDays"
        description={t('Days after somebody was told, where it is still open; empty is never')}
      />
      {typeof after === 'number' && (
        <>
          <NumberField name="escalateFrom" description={t('Days before the one by which to act')} required />
          <NamedAddressees
            roleField="escalateRoleIds"
            peopleField="escalateUserIds"
            description={t('Nobody named: the administrators')}
            {...addressees}
          />
        </>
      )}
    </>
  )
}

const useKind = () => kindIn(useWatch({ name: 'kind' }))

/** Mail at once, which only critical deadlines have. */
function AtOnce() {
  const kind = useKind()
  if (!kind || !isCritical(kind)) return null
  return (
    <CheckboxField
      name="atOnce"
      description={t('From seven days before on it does not wait for the mail of the day')}
    />
  )
}

/** Fields that few rules need: conditions, and whether the rule is switched on. */
function RareFields() {
  const kind = useKind()
  return (
    // The key makes the component count its folded fields again.
    <MoreFields key={kind && deadlineKinds[kind].about}>
      <FieldGroup title={t('More')}>
        {kind && isNarrowedBy('amountFrom', kind) && (
          <MoneyField name="amountFrom" description={t('Smaller amounts are left out')} />
        )}
        {kind && isNarrowedBy('purposes', kind) && (
          <SeveralField
            name="purposes"
            label={labelOf('purposes')}
            options={optionsOf(depositPurposes)}
            description={t('None chosen is any')}
          />
        )}
        {kind && isNarrowedBy('contractTypes', kind) && (
          <TextsField
            name="contractTypes"
            label={labelOf('contractTypes')}
            suggestions={usualContractTypes}
            description={t('None chosen is any')}
          />
        )}
        <CheckboxField name="isActive" description={t('A rule that is switched off tells nobody')} />
      </FieldGroup>
    </MoreFields>
  )
}
