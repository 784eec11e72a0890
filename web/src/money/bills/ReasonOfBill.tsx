import { type Bill, cancelBill, returnBill, takeBackMemorandum } from '@plinth/api/money/bills'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'

const acts = {
  return: {
    title: (bill: string) => t('{bill} came back', { bill }),
    description: t('What the department asks for. The bill is then changed and submitted again, or cancelled.'),
    write: returnBill,
    bodyOf: (returnReason: string) => ({ returnReason }),
    button: t('Record that it came back'),
    done: (bill: string) => t('{bill} came back: edit it and submit it again', { bill }),
    failed: t('That it came back was not recorded.'),
  },
  cancel: {
    title: (bill: string) => t('Cancel {bill}', { bill }),
    description: t('It is not submitted again. It keeps its number, with the reason.'),
    write: cancelBill,
    bodyOf: (cancelReason: string) => ({ cancelReason }),
    button: t('Cancel bill'),
    done: (bill: string) => t('{bill} is cancelled', { bill }),
    failed: t('It was not cancelled.'),
  },
  takeBack: {
    title: (bill: string) => t('Take back the memorandum of {bill}', { bill }),
    description: t(
      'For a memorandum that was typed wrongly. The bill is then with the department, and the right one is entered.',
    ),
    write: takeBackMemorandum,
    bodyOf: (takenBackReason: string) => ({ takenBackReason }),
    button: t('Take memorandum back'),
    done: (bill: string) => t('The memorandum of {bill} is taken back: enter the right one', { bill }),
    failed: t('The memorandum was not taken back.'),
  },
}

interface Props {
  bill: Bill
  act: keyof typeof acts
  onClose: () => void
}

/** Asks for the reason of a return, a cancellation, or of taking back a memorandum. */
export function ReasonOfBill({ bill: { id, name }, act, onClose }: Props) {
  const { title, description, write, bodyOf, button, done, failed } = acts[act]
  const { attempt } = useAttempt()
  const save = useSave({ params: { id } })
  async function give(reason: string) {
    await save(write, bodyOf(reason))
    void alertSuccess(done(name))
  }
  return (
    <ReasonDialog
      title={title(name)}
      label={t('Reason')}
      description={description}
      missing={t('Give the reason')}
      minRows={2}
      maxRows={8}
      maxLength={2000}
      button={button}
      isHarmful={act !== 'return'}
      dismiss={t('Not now')}
      onGive={(reason) => attempt(() => give(reason), failed)}
      onClose={onClose}
    />
  )
}
