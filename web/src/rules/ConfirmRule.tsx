import { Button, Modal, Text } from '@mantine/core'
import { ruleKindLabels } from '@plinth/api/rule-kinds'
import { confirmRule, type StandingRule } from '@plinth/api/rules'
import { useState } from 'react'
import { reasonOf } from '../lib/call-error.ts'
import { t, translated } from '../lib/language.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { ReasonForm } from '../ui/ReasonForm.tsx'
import { useDialog } from '../ui/useDialog.ts'
import classes from './Rules.module.css'
import { toldOf } from './rule-words.ts'

interface Props {
  rule: StandingRule
  onClose: () => void
}

/** Asks over the rules what somebody looked at before they say, by name, that one holds. */
export function ConfirmRule({ rule, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const [isSending, setSending] = useState(false)
  const save = useSave({ params: { id: rule.id } })
  const name = translated(ruleKindLabels[rule.kind])

  async function give(remark: string) {
    setSending(true)
    try {
      await save(confirmRule, { remark })
      void alertSuccess(t('Confirmed: {name}', { name }))
      close()
    } catch (error) {
      void alertFailure(t('The rule was not confirmed.'), reasonOf(error))
    }
    setSending(false)
  }

  return (
    <Modal {...props} title={t('Confirm a rule')} centered>
      <Text fw={600}>{name}</Text>
      <Text>{toldOf(rule)}</Text>
      <Text mb="sm" className={classes['note'] ?? ''}>
        {rule.sourceTitle}
      </Text>
      <ReasonForm
        label={t('What did you look at?')}
        description={t('Whoever asks later why this rule counts reads this beside your name.')}
        missing={t('Say what you looked at')}
        minRows={2}
        maxRows={8}
        maxLength={1000}
        onGive={(remark) => void give(remark)}
      >
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('Confirm')}
          </Button>
        </div>
      </ReasonForm>
    </Modal>
  )
}
