import type { Task } from '@plinth/api/tasks'
import { useWatch } from 'react-hook-form'
import { rupees } from '../lib/format.ts'
import { ComputedValue } from '../ui/ComputedValue.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'
import { amountOf } from './task-amounts.ts'

const { TextField, NumberField, MoneyField, PercentField } = fieldsOf<Task>()

type Kind = 'estimated' | 'actual'

function Amount({ kind, label }: { kind: Kind; label: string }) {
  const names = [`${kind}Quantity`, `${kind}Rate`, 'taxPercentage'] as const
  const [quantity, rate, tax] = useWatch<Task, typeof names>({ name: names })
  return <ComputedValue label={label}>{rupees(amountOf(quantity, rate, tax))}</ComputedValue>
}

export function TaskEstimates() {
  return (
    <FieldGroup title="Quantities and rates">
      <NumberField name="estimatedQuantity" label="Estimated quantity" />
      <TextField name="units" label="Units" />
      <MoneyField name="estimatedRate" label="Estimated rate" />
      <Amount kind="estimated" label="Estimated amount with tax" />
      <NumberField name="actualQuantity" label="Actual quantity" />
      <PercentField name="taxPercentage" label="Tax" required />
      <MoneyField name="actualRate" label="Actual rate" />
      <Amount kind="actual" label="Actual amount with tax" />
    </FieldGroup>
  )
}
