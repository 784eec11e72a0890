import { type ScheduleItem, scheduleItemLabels } from '@plinth/api/works/schedule-items'
import type { ReactNode } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { t, translated } from '../../lib/language.ts'
import { sayFault } from '../../ui/form/form-context.ts'
import { ChangeableCell } from '../../ui/record/ChangeableCell.tsx'
import type { CellEditorProps, CellValue } from '../../ui/record/useCellEditor.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { numberOrName } from './schedule-tree.ts'
import { useScheduleEdits } from './useScheduleEdits.ts'
import { textOfValue, type ValueField } from './values.ts'

// Keeps rows cheap: the editor is fetched and rendered on demand.
const ValueEditor = lazyPart(() => import('./ValueEditor.tsx'), 'ValueEditor')
// Loads the editor before it opens, so that keys typed right then are not lost.
const prepare = () => void ValueEditor.preload()

const labels = new Map(Object.entries(scheduleItemLabels).map(([field, label]) => [field, translated(label)]))

interface Props {
  item: ScheduleItem
  field: ValueField
  may: boolean
  /** The shown value; by default the text of the value. */
  children?: ReactNode
}

/** A value of a schedule, which users with the permission can edit in place. */
export function ValueCell({ item, field, may, children }: Props) {
  const shown = children ?? textOfValue(field, item[field])
  return may ? (
    <Changeable item={item} field={field}>
      {shown}
    </Changeable>
  ) : (
    shown
  )
}

function Changeable({ item, field, children }: Omit<Props, 'may'>) {
  const longLabel = t('{label} of {name}', { label: labels.get(field) ?? field, name: numberOrName(item) })
  return (
    <ChangeableCell
      field={field}
      label={longLabel}
      value={item[field]}
      prepare={prepare}
      edit={(before, onLeave) => (
        <Editing item={item} field={field} before={before} longLabel={longLabel} onLeave={onLeave} />
      )}
    >
      {children}
    </ChangeableCell>
  )
}

interface EditingProps {
  item: ScheduleItem
  field: ValueField
  /** The value when the editor was opened. */
  before: CellValue
  longLabel: string
  onLeave: CellEditorProps['onLeave']
}

function Editing({ item, field, before, longLabel, onLeave }: EditingProps) {
  const { change } = useScheduleEdits()
  const now = item[field]
  async function onStore(value: CellValue): Promise<string | null> {
    try {
      await change(item, field, value)
      return null
    } catch (error) {
      const fault = error instanceof CallError ? error.fields.find(({ path }) => path === field) : undefined
      return fault ? sayFault(labels, field, { type: 'server', ...fault }, value) : whyNotStored(error)
    }
  }
  return (
    <ValueEditor
      field={field}
      label={labels.get(field) ?? field}
      longLabel={longLabel}
      value={before}
      storedNow={now === before ? undefined : t('Now: {value}', { value: textOfValue(field, now) })}
      onStore={onStore}
      onLeave={onLeave}
    />
  )
}
