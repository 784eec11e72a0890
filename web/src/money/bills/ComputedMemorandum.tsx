import { Text } from '@mantine/core'
import type { NextBill } from '@plinth/api/money/bills'
import { typedFaults } from '@plinth/api/money/typed-limits'
import { useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { Memorandum } from '../bill-heads/Memorandum.tsx'
import { BillWarnings } from './BillWarnings.tsx'
import { entriesOf, type TypedRow } from './bill-typed.ts'
import { useComputedBill } from './useComputedBill.ts'

/** The memorandum of the bill as typed, computed in the page as the server would. */
export function ComputedMemorandum({ next }: { next: NextBill }) {
  const [workSource, workUpto] = useWatch<{ workSource?: unknown; workUpto?: unknown }, ['workSource', 'workUpto']>({
    name: ['workSource', 'workUpto'],
  })
  const typed = useWatch<{ typed?: readonly TypedRow[] }, 'typed'>({ name: 'typed' })
  const computed = useComputedBill(next)
  if (computed)
    return (
      <>
        <BillWarnings bill={computed} faults={typedFaults(computed.lines, entriesOf(typed ?? []))} />
        <Memorandum claimed={computed} why={next} />
      </>
    )
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
