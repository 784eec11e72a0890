import { type Bid, type Leading, leadingOf, typedBid } from '@plinth/api/tenders/bid'
import { useMemo, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { t, translated } from '../../lib/language.ts'
import { MoneyField, PercentField } from '../../ui/form/FormFields.tsx'
import { useTogether } from '../../ui/form/form-context.ts'

interface Props<Name extends string> {
  labels: Readonly<Record<Name, string>>
  /** The names of the three fields in the record. */
  actual: NoInfer<Name>
  percentage: NoInfer<Name>
  value: NoInfer<Name>
}

const figureOf = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Keeps bid value and percentage consistent. When the actual value changes, the bid value stays because it was quoted,
 * unless the percentage was typed last.
 */
export function BidFields<Name extends string>({ labels, actual, percentage, value }: Props<Name>) {
  const { getValues, setValue } = useFormContext<Record<string, number | string | null>>()
  const { defaultValues } = useFormState({ name: [actual, percentage, value] })
  // The figure that leads, and the loaded values it belongs to: after a reload nobody has typed a figure yet.
  const lastLeading = useRef<{ by: Leading; of: unknown } | null>(null)
  useTogether(useMemo(() => [actual, percentage, value], [actual, percentage, value]))

  const set = (name: string, next: number | null) => setValue(name, next, { shouldDirty: true, shouldValidate: true })
  const follow = (figure: keyof Bid) => (typed: number | null, before: number | null) => {
    const shown = {
      actual: figureOf(getValues(actual)),
      value: figureOf(getValues(value)),
      percentage: figureOf(getValues(percentage)),
      [figure]: before,
    }
    const last = lastLeading.current
    const known = last && last.of === defaultValues ? last.by : leadingOf(shown)
    const leading = figure === 'actual' ? known : figure
    lastLeading.current = { by: leading, of: defaultValues }
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
