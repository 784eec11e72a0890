import { Skeleton, Text } from '@mantine/core'
import { deadlineKindNames, deadlineKinds, deadlineModules } from '@plinth/api/reminders/deadlines'
import { createReminderRule, listReminderRules, type ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { ReminderTabs } from '../deadlines/ReminderTabs.tsx'
import classes from './ReminderRules.module.css'
import { RuleRow } from './RuleRow.tsx'
import { useAddressees } from './useAddressees.ts'

/** Groups rules by module, in the order of the kinds of deadlines; rules of one kind stay in the order of creation. */
function byModule(rules: readonly ReminderRule[]) {
  const place = ({ kind }: ReminderRule) => deadlineKindNames.indexOf(kind)
  const sorted = rules.toSorted((one, other) => place(one) - place(other))
  return deadlineModules.flatMap((module) => {
    const some = sorted.filter(({ kind }) => deadlineKinds[kind].module === module)
    return some.length > 0 ? [{ module, rules: some }] : []
  })
}

function Rules({ rules }: { rules: readonly ReminderRule[] }) {
  const { nameOf } = useAddressees()
  const place = useRowsFocus<HTMLDivElement>(rules.length)
  return (
    <div ref={place} tabIndex={-1} className={classes['rules']}>
      {byModule(rules).map(({ module, rules: some }) => (
        <section key={module} aria-label={translated(module)}>
          <h2>{translated(module)}</h2>
          <ul>
            {some.map((rule) => (
              <RuleRow key={rule.id} rule={rule} nameOf={nameOf} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The list of reminder rules. */
export function ReminderRules() {
  const found = useRecord(listReminderRules)
  const { data } = found
  const on = data?.filter(({ isActive }) => isActive).length
  return (
    <Screen
      title={t('Rules of reminders')}
      source={found}
      failure={t('Failed to fetch rules of reminders')}
      actions={
        <LinkButton to="/reminders/rules/create" call={createReminderRule}>
          {t('Enter a rule')}
        </LinkButton>
      }
    >
      <ReminderTabs />
      <Text size="sm" c="dimmed" mb="sm" mih="1.55em" role="status">
        {data && t('{on} of {all} rules are switched on.', { on: decimal(on), all: decimal(data.length) })}{' '}
        {data && t('Whoever may not view what a duty is about is not told of it.')}
      </Text>
      {data ? <Rules rules={data} /> : <Skeleton height={480} aria-hidden />}
    </Screen>
  )
}
