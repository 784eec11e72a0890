import { type Bid, type Leading, leadingOf, typedBid } from '@plinth/api/tenders/bid'
import { useMemo, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { t, translated } from '../../lib/language.ts'
import { MoneyField, PercentField } from '../../ui/form/FormFields.tsx'
import { useTogether } from '../../ui/form/form-context.ts'

interface Props<Name extends string> {
  labels: Readonly<Record<Name, string>>
  /** What the three fields are called in the record. */
  actual: NoInfer<Name>
  percentage: NoInfer<Name>
  value: NoInfer<Name>
}

const figureOf = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Bid value and percentage follow each other. Where the actual value changes the bid value stays, which was quoted, unless
 * the percentage was typed last.
 */
export function BidFields<Name extends string>({ labels, actual, percentage, value }: Props<Name>) {
  const { getValues, setValue } = useFormContext<Record<string, number | string | null>>()
  const { defaultValues } = useFormState({ name: [actual, percentage, value] })
  // Of a record that is loaded anew nobody has typed anything yet.
  const led = useRef<{ by: Leading; of: unknown } | null>(null)
  useTogether(useMemo(() => [actual, percentage, value], [actual, percentage, value]))

  const set = (name: string, next: number | null) => setValue(name, next, { shouldDirty: true, shouldValidate: true })
  const follow = (figure: keyof Bid) => (typed: number | null, before: number | null) => {
    const shown = {
      actual: figureOf(getValues(actual)),
      value: figureOf(getValues(value)),
      percentage: figureOf(getValues(percentage)),
      [figure]: before,
    }
    const last = led.current
    const known = last && last.of === defaultValues ? last.by : leadingOf(shown)
    const leading = figure === 'actual' ? known : figure
    led.current = { by: leading, of: defaultValues }
    const next = typedBid(shown, figure, typed, leading)
    for (const other of ['value', 'percentage'] as const)
      if (other !== figure && next[other] !== shown[other]) set({ value, percentage }[other], next[other])
  }
  return (
    <>
      <MoneyField name={actual} label={translated(labels[actual])} onEdit={follow('actual')} />
      <PercentField
        name={percentage}
        label={translated(labels[percentage])}
        description={t('Above (+) or below (-) the actual value')}
        onEdit={follow('percentage')}
      />
      <MoneyField name={value} label={translated(labels[value])} onEdit={follow('value')} />
    </>
  )
}
