import { Button } from '@mantine/core'
import { type NextBill, submitBill } from '@plinth/api/bills'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { reasonOf } from '../lib/call-error.ts'
import { plainText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import type { Saving } from '../ui/RecordForm.tsx'
import { billPath } from './bill-words.ts'
import { useComputedBill } from './useComputedBill.ts'

interface Props {
  next: NextBill
  isStale: boolean
  saving: Saving
}

/** Saves the bill and submits what is seen of it, unless another one is with the department. */
export function SubmitTyped({ next, isStale, saving: { submit, isSubmitting } }: Props) {
  const computed = useComputedBill(next)
  const client = useQueryClient()
  const navigate = useNavigate()
  const isReady = computed !== undefined && !isStale && !next.previousBill?.isProvisional

  async function submitStored(stored: FieldValues, net: number) {
    const [id, name] = [plainText(stored['id']), plainText(stored['name'])]
    try {
      await call(submitBill, { params: { id }, body: { net } })
      void alertSuccess(t('{bill} is submitted', { bill: name }))
    } catch (error) {
      void alertFailure(t('The bill is saved, but was not submitted.'), reasonOf(error))
    }
    void client.invalidateQueries()
    await navigate({ to: billPath({ id }) })
  }
  return (
    <Button
      disabled={!isReady || isSubmitting}
      onClick={() => computed && submit((stored) => submitStored(stored, Number(computed.net.since)))}
    >
      {t('Submit')}
    </Button>
  )
}
