import { Text } from '@mantine/core'
import type { Deadline } from '@plinth/api/reminders/deadlines'
import { t } from '../../lib/language.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import classes from './Agenda.module.css'
import { deadlineText } from './deadline-words.ts'

interface Props {
  deadline: Deadline
  /** Answers whether it was stored; if not, the typed reason stays. */
  onWaive: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** The dialog that asks for the reason of a waiver. */
export function WaiveDeadline({ deadline, onWaive, onClose }: Props) {
  return (
    <ReasonDialog
      title={t('Nothing to do')}
      label={t('Reason')}
      description={t('Whoever looks for it among what is waived reads this. If its day moves, it is to be done again.')}
      missing={t('Say why nothing is to be done')}
      minRows={2}
      maxRows={8}
      maxLength={500}
      button={t('Nothing to do')}
      onGive={onWaive}
      onClose={onClose}
    >
      <Text mb="sm" className={classes['named'] ?? ''}>
        {deadlineText(deadline)}
      </Text>
    </ReasonDialog>
  )
}
