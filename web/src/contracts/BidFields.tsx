import { bidPercentage, bidValue } from '@plinth/api/bid'
import { useFormContext } from 'react-hook-form'
import { MoneyField, PercentField } from '../ui/NumberFields.tsx'

interface Props<Row> {
  /** What the three fields are called in the record. */
  actual: keyof Row & string
  percentage: keyof Row & string
  value: keyof Row & string
}

/** Bid value and percentage follow each other; a changed actual value keeps the percentage that was quoted. */
export function BidFields<Row>({ actual, percentage, value }: Props<Row>) {
  const { getValues, setValue } = useFormContext<Record<string, number | null>>()
  const set = (name: string, next: number) => setValue(name, next, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <MoneyField
        name={actual}
        label="Actual value"
        onEdit={(next) => {
          const quoted = getValues(percentage)
          if (typeof quoted === 'number') set(value, bidValue(next, quoted))
        }}
      />
      <PercentField
        name={percentage}
        label="Bid percentage"
        description="Above (+) or below (-) the actual value"
        onEdit={(next) => set(value, bidValue(getValues(actual), next))}
      />
      <MoneyField
        name={value}
        label="Bid value"
        onEdit={(next) => set(percentage, bidPercentage(getValues(actual), next))}
      />
    </>
  )
}
