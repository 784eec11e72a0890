import { Text } from '@mantine/core'
import type { Message } from '@plinth/api/kernel/messages'
import type { BillHead } from '@plinth/api/money/bill-engine/bill'
import { rupees } from '../../lib/format.ts'
import { worded } from '../../lib/language.ts'
import { lineLabels } from '../bill-heads/line-labels.ts'
import { type Claim, creditNote } from './bill-typed.ts'

interface Props {
  bill: Claim
  faults?: readonly Message[]
}

const labels: Readonly<Record<string, string>> = lineLabels satisfies Record<BillHead, string>

/** The message with labels of heads and formatted rupees. */
const forReading = ({ message, parts }: Message): Message =>
  parts
    ? {
        message,
        parts: {
          text: parts.text,
          values: Object.fromEntries(
            Object.entries(parts.values).map(([name, value]) => [name, labels[value] ?? rupees(Number(value))]),
          ),
        },
      }
    : { message }

/** Impossible and unlikely figures of a bill. */
export function BillWarnings({ bill, faults = [] }: Props) {
  const unlikely = creditNote(bill)
  return (
    <div role="status">
      {faults.map((fault) => (
        <Text key={fault.message} mb="sm" fw={600} c="var(--mantine-color-error)">
          {worded(forReading(fault))}
        </Text>
      ))}
      {unlikely && (
        <Text mb="sm" fw={600}>
          {unlikely}
        </Text>
      )}
    </div>
  )
}
