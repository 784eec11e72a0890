import { Button } from '@mantine/core'
import { type Bill, type NextBill, submitBill } from '@plinth/api/money/bills'
import { typedFaults } from '@plinth/api/money/typed-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FieldValues, useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Saving } from '../../ui/form/RecordForm.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { entriesOf, isSameClaim, type SeenLines, type TypedRow } from './bill-typed.ts'
import { billPath } from './bill-words.ts'
import { useComputedBill } from './useComputedBill.ts'

interface Props {
  next: NextBill
  isStale: boolean
  saving: Saving
}

/** Saves the bill and submits it if the stored bill equals what the user saw, unless another one is with the department. */
export function SubmitTyped({ next, isStale, saving: { submit, isSubmitting } }: Props) {
  const computed = useComputedBill(next)
  const client = useQueryClient()
  const navigate = useNavigate()
  const typed = useWatch<{ typed?: readonly TypedRow[] }, 'typed'>({ name: 'typed' })
  const isWhole = computed !== undefined && typedFaults(computed.lines, entriesOf(typed ?? [])).length === 0
  const isReady = isWhole && !isStale && !next.previousBill?.isProvisional

  async function submitStored(stored: FieldValues, seen: SeenLines) {
    const [id, name] = [plainText(stored['id']), plainText(stored['name'])]
    const claimed: Bill['claimed'] = stored['claimed']
    const inputDigest: Bill['inputDigest'] = stored['inputDigest']
    const failed = t('The bill is saved, but was not submitted.')
    try {
      if (inputDigest && claimed && isSameClaim(seen, claimed)) {
        await call(submitBill, { params: { id }, body: { inputDigest } })
        void alertSuccess(t('{bill} is submitted', { bill: name }))
      } else void alertFailure(failed, t('The figures changed since you looked'))
    } catch (error) {
      void alertFailure(failed, reasonOf(error))
    }
    void client.invalidateQueries()
    await navigate({ to: billPath({ id }) })
  }
  return (
    <Button
      disabled={!isReady || isSubmitting}
      onClick={() => computed && submit((stored) => submitStored(stored, computed))}
    >
      {t('Submit')}
    </Button>
  )
}
