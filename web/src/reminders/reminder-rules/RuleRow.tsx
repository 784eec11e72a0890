import { Switch } from '@mantine/core'
import { deleteReminderRule, type ReminderRule, updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { useRecordChange, whyNotStored } from '../../ui/shell/useRecordChange.ts'
import classes from './ReminderRules.module.css'
import { actText, caseText, type NameOf, nameText } from './rule-words.ts'

const pathOf = ({ id }: Pick<ReminderRule, 'id'>) => `/reminders/rules/${id}`

/** Switches a rule on and off in the list, with an undo. */
function useSwitch({ id, isActive, updatedAt, ...rule }: ReminderRule) {
  const change = useRecordChange()
  // The switch shows the new state until the stored rule is loaded.
  const [sent, setSent] = useState<{ isOn: boolean; over: string }>()
  const pending = sent?.over === updatedAt ? sent.isOn : undefined
  const name = nameText(rule)
  const [on, off] = [t('{name} switched on', { name }), t('{name} switched off', { name })]
  async function turn(next: boolean) {
    // The switch is not disabled meanwhile, so that it keeps the focus.
    if (pending !== undefined) return
    setSent({ isOn: next, over: updatedAt })
    const failed = next ? t('{name} stays switched off', { name }) : t('{name} stays switched on', { name })
    await change({
      endpoint: updateReminderRule,
      params: { id },
      body: { isActive: next },
      before: { isActive },
      updatedAt,
      done: next ? on : off,
      undone: next ? off : on,
      failed,
    }).catch((error: unknown) => {
      setSent(undefined)
      void alertFailure(failed, whyNotStored(error))
    })
  }
  return { isOn: pending ?? isActive, turn }
}

/** A rule with its name, its sentence and its switch. */
export function RuleRow({ rule, nameOf }: { rule: ReminderRule; nameOf: NameOf }) {
  const { isOn, turn } = useSwitch(rule)
  const mayEdit = useCan(updateReminderRule)
  const name = nameText(rule)
  const about = caseText(rule)
  const act = actText(rule, nameOf)
  return (
    <li className={classes['row']} data-off={!isOn || undefined}>
      {mayEdit && (
        <Switch
          className={classes['switch'] ?? ''}
          aria-label={name}
          checked={isOn}
          wrapperProps={{ 'data-screen-only': true }}
          onChange={({ currentTarget: { checked } }) => void turn(checked)}
        />
      )}
      <div className={classes['what']}>
        <div className={classes['name']}>
          <RowLink to={pathOf(rule)}>{name}</RowLink>
          {!isOn && <b>{t('Off')}</b>}
          {rule.isBuiltIn && <span>{t('built in')}</span>}
        </div>
        <p>{about === name ? act : `${about}: ${act}`}</p>
      </div>
      <div data-screen-only>
        <RowActions
          name={name}
          edit={{ to: `${pathOf(rule)}/edit`, call: updateReminderRule }}
          {...(!rule.isBuiltIn && {
            remove: {
              endpoint: deleteReminderRule,
              params: { id: rule.id },
              confirm: t('Are you sure you want to delete the rule {name}? Nobody is told by it any more.', { name }),
            },
          })}
        />
      </div>
    </li>
  )
}
