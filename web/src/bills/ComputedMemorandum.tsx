import { Text } from '@mantine/core'
import type { NextBill } from '@plinth/api/bills'
import { useWatch } from 'react-hook-form'
import { Memorandum } from '../bill-heads/Memorandum.tsx'
import { t } from '../lib/language.ts'
import { useComputedBill } from './useComputedBill.ts'

/** The memorandum of the bill as it is typed, computed in the page as the server would. */
export function ComputedMemorandum({ next }: { next: NextBill }) {
  const [workSource, workUpto] = useWatch<{ workSource?: unknown; workUpto?: unknown }, ['workSource', 'workUpto']>({
    name: ['workSource', 'workUpto'],
  })
  const computed = useComputedBill(next)
  if (computed) return <Memorandum claimed={computed} why={next} />
  if (workSource === 'ITEMS' && next.byItems?.workUpto === null)
    return <Text c="dimmed">{t('What the bill comes to appears here once its items have an amount.')}</Text>
  return (
    <Text c="dimmed">
      {workUpto == null
        ? t('Type the work done up to date: what the bill comes to appears here.')
        : t('What is typed is not an amount everywhere yet.')}
    </Text>
  )
}
