import { Text } from '@mantine/core'
import { type Bill, billLabels, type NextBill } from '@plinth/api/money/bills'
import { useWatch } from 'react-hook-form'
import { counted, dash, dayText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FixedValue } from '../../ui/form/FieldGroup.tsx'
import { amountText } from './item-words.ts'
import { WorkFaults } from './WorkFaults.tsx'

type Days = Partial<Pick<Bill, 'agreementId' | 'uptoDate'>>

interface Props {
  byItems: NextBill['byItems'] | undefined
  /** Whether the bill is new; then its sheets are the free ones. */
  isNew: boolean
}

/** The work of the sheets, or why it cannot be computed yet. */
export function WorkOfSheets({ byItems, isNew }: Props) {
  const [agreementId, uptoDate] = useWatch<Days, ['agreementId', 'uptoDate']>({ name: ['agreementId', 'uptoDate'] })
  const { sheets = 0, workUpto = null, faults = [] } = byItems ?? {}
  const values = { sheets: counted(sheets, 'sheet'), day: dayText(uptoDate) }
  return (
    <>
      <FixedValue label={translated(billLabels.workUpto)}>
        {workUpto === null ? dash : amountText(workUpto)}
        <Text size="xs" c="dimmed">
          {isNew
            ? t(
                'From {sheets} in no bill yet, measured until {day}; any of them can be taken out once it is saved',
                values,
              )
            : t('From {sheets} in this bill; they are changed on its page', values)}
        </Text>
      </FixedValue>
      {faults.length > 0 && <WorkFaults faults={faults} agreementId={agreementId ?? ''} />}
    </>
  )
}
