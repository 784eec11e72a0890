import { Button } from '@mantine/core'
import type { Agreement } from '@plinth/api/agreements'
import { createBillHead, createUsualBillHeads } from '@plinth/api/bill-heads'
import { useState } from 'react'
import { reasonOf } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { Empty } from '../ui/Screen.tsx'

interface Props {
  agreement: Agreement
  /** The usual heads are there: what no rule says is asked for next. */
  onAdded: () => void
}

/** An agreement without heads: with a client, those of a government client are one click away. */
export function NoHeads({ agreement, onAdded }: Props) {
  const mayAdd = useCan(createBillHead) && agreement.status !== 'CLOSED'
  const [isSending, setSending] = useState(false)
  const save = useSave({ params: { agreementId: agreement.id } })

  async function add() {
    setSending(true)
    try {
      await save(createUsualBillHeads, undefined)
      void alertSuccess(t('Usual heads added'))
      onAdded()
    } catch (error) {
      void alertFailure(t('The usual heads were not added.'), reasonOf(error))
    }
    setSending(false)
  }

  return (
    <Empty filtered={false}>
      <p>{t('Bills of this agreement have no heads yet: nothing is added to the work, and nothing is taken off.')}</p>
      {mayAdd && agreement.direction === 'RECEIVABLE' && (
        <>
          <p>
            {t(
              'A government client usually has GST, income-tax TDS, GST TDS and welfare cess, each by the rule in force. You enter the retention next.',
            )}
          </p>
          <Button variant="default" loading={isSending} onClick={() => void add()}>
            {t('Add the usual heads')}
          </Button>
        </>
      )}
    </Empty>
  )
}
