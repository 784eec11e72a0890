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

/** The message with the names of heads, and rupees in their usual form. */
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

/** What cannot be of a bill, and what hardly ever is. */
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
