import { Text } from '@mantine/core'
import { ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { confirmStatutoryRule, type StandingRule } from '@plinth/api/money/statutory-rules'
import { t, translated } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { ruleText } from './rule-words.ts'
import classes from './StatutoryRules.module.css'

interface Props {
  rule: StandingRule
  onClose: () => void
}

/** A dialog over the rules that asks what the user looked at before they confirm a rule in their name. */
export function ConfirmRule({ rule, onClose }: Props) {
  const { attempt } = useAttempt()
  const save = useSave({ params: { id: rule.id } })
  const name = translated(ruleKindLabels[rule.kind])

  async function give(remark: string) {
    await save(confirmStatutoryRule, { remark })
    void alertSuccess(t('Confirmed: {name}', { name }))
  }

  return (
    <ReasonDialog
      title={t('Confirm a rule')}
      label={t('What did you look at?')}
      description={t('Whoever asks later why this rule counts reads this beside your name.')}
      missing={t('Say what you looked at')}
      minRows={2}
      maxRows={8}
      maxLength={1000}
      button={t('Confirm')}
      onGive={(remark) => attempt(() => give(remark), t('The rule was not confirmed.'))}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <Text>{ruleText(rule)}</Text>
      <Text mb="sm" className={`hint ${classes['note']}`}>
        {rule.sourceTitle}
      </Text>
    </ReasonDialog>
  )
}
