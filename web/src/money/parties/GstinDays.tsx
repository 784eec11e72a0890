import { Skeleton } from '@mantine/core'
import { gstinLabels } from '@plinth/api/money/parties'
import { useFormContext, useWatch } from 'react-hook-form'
import { t, translated } from '../../lib/language.ts'
import { useFormMode } from '../../ui/form/form-context.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { gstinsIn } from './GstinsField.tsx'

const DayInput = lazyPart(() => import('../../ui/form/DayInput.tsx'), 'DayInput', { waiting: <Skeleton height={58} /> })

/** The first and last day of each GSTIN; in view mode they are shown beside the number. */
export function GstinDays() {
  const isRead = useFormMode() === 'view'
  const { setValue } = useFormContext()
  const gstins = gstinsIn(useWatch({ name: 'gstins' }))
  if (isRead) return null
  return gstins.flatMap((one, at) =>
    (['heldFrom', 'heldUntil'] as const).map((name) => (
      <DayInput
        key={`${at} ${name}`}
        label={t('{gstin}: {label}', { gstin: one.gstin, label: translated(gstinLabels[name]) })}
        value={one[name] ?? null}
        onChange={(day) =>
          setValue(
            'gstins',
            gstins.map((other, nth) => (nth === at ? { ...other, [name]: day } : other)),
            { shouldDirty: true },
          )
        }
      />
    )),
  )
}
