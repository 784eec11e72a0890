import { bidPercentage, bidValue } from '@plinth/api/contracts'
import { useContext, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { t, translated } from '../lib/language.ts'
import { MoneyField, PercentField } from '../ui/FormFields.tsx'
import { FormContext } from '../ui/form-context.ts'

interface Props<Name extends string> {
  labels: Readonly<Record<Name, string>>
  /** What the three fields are called in the record. */
  actual: NoInfer<Name>
  percentage: NoInfer<Name>
  value: NoInfer<Name>
}

/** Bid value and percentage follow each other; a changed actual value keeps the percentage that was quoted. */
export function BidFields<Name extends string>({ labels, actual, percentage, value }: Props<Name>) {
  const { getValues, setValue } = useFormContext<Record<string, number | null>>()
  const { together } = useContext(FormContext)
  useEffect(() => {
    const names = [actual, percentage, value]
    together.add(names)
    return () => void together.delete(names)
  }, [together, actual, percentage, value])
  const set = (name: string, next: number) => setValue(name, next, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <MoneyField
        name={actual}
        label={translated(labels[actual])}
        onEdit={(next) => {
          const quoted = getValues(percentage)
          if (typeof quoted === 'number') set(value, bidValue(next, quoted))
        }}
      />
      <PercentField
        name={percentage}
        label={translated(labels[percentage])}
        description={t('Above (+) or below (-) the actual value')}
        onEdit={(next) => set(value, bidValue(getValues(actual), next))}
      />
      <MoneyField
        name={value}
        label={translated(labels[value])}
        onEdit={(next) => set(percentage, bidPercentage(getValues(actual), next))}
      />
    </>
  )
}
