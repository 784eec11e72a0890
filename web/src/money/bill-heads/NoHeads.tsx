import { Button, Text } from '@mantine/core'
import type { Agreement } from '@plinth/api/money/agreements'
import { createBillHead, createUsualBillHeads } from '@plinth/api/money/bill-heads'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { Empty } from '../../ui/shell/Screen.tsx'
import { useAttempt } from '../../ui/shell/useAttempt.ts'

interface Props {
  agreement: Agreement
  /** Called when the usual heads were added, to ask next for the one that no rule gives. */
  onAdded: () => void
}

/** An agreement without heads; one with a client offers the usual heads of government clients. */
export function NoHeads({ agreement, onAdded }: Props) {
  const mayAdd = useCan(createBillHead) && agreement.status !== 'CLOSED'
  const { attempt, isSending } = useAttempt()
  const save = useSave({ params: { agreementId: agreement.id } })

  async function add() {
    await save(createUsualBillHeads, undefined)
    void alertSuccess(t('Usual heads added'))
    onAdded()
  }

  return (
    <Empty filtered={false}>
      <Text inherit my="1em">
        {t('Bills of this agreement have no heads yet: nothing is added to the work, and nothing is taken off.')}
      </Text>
      {mayAdd && agreement.direction === 'RECEIVABLE' && (
        <>
          <Text inherit my="1em">
            {t(
              'A government client usually has GST, income-tax TDS, GST TDS and welfare cess, each by the rule in force. You enter the retention next.',
            )}
          </Text>
          <Button
            variant="default"
            loading={isSending}
            onClick={() => void attempt(add, t('The usual heads were not added.'))}
          >
            {t('Add the usual heads')}
          </Button>
        </>
      )}
    </Empty>
  )
}
