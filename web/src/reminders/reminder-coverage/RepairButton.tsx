import { Button } from '@mantine/core'
import { type ReminderRule, updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { useRecordChange, whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { nameText } from '../reminder-rules/rule-words.ts'
import type { Repair } from './repairs.ts'

interface Props {
  repair: Repair
  /** The record or deadline, for the accessible name of the button. */
  of: string
}

function SwitchOn({ rule, label, of }: { rule: ReminderRule; label: string; of: string }) {
  const change = useRecordChange()
  const { attempt, isSending } = useAttempt()
  const name = nameText(rule)
  const failed = t('{name} stays switched off', { name })
  const turnOn = () =>
    change({
      endpoint: updateReminderRule,
      params: { id: rule.id },
      body: { isActive: true },
      before: { isActive: false },
      updatedAt: rule.updatedAt,
      done: t('{name} switched on', { name }),
      undone: t('{name} switched off', { name }),
      failed,
    })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isSending}
      aria-label={`${label}: ${of}`}
      onClick={() => void attempt(turnOn, failed, whyNotStored)}
    >
      {label}
    </Button>
  )
}

/** The button or link that repairs a gap. */
export function RepairButton({ repair, of }: Props) {
  const { label } = repair
  if ('rule' in repair) return <SwitchOn rule={repair.rule} label={label} of={of} />
  const { to, hash } = repair
  return (
    <LinkButton variant="default" size="compact-sm" to={to} {...(hash && { hash })} aria-label={`${label}: ${of}`}>
      {label}
    </LinkButton>
  )
}
