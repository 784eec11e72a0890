import type { Answer } from '@plinth/api/kernel/endpoint'
import { type ScheduleItemKind, scheduleItemKinds } from '@plinth/api/money/agreement-choices'
import type { Agreement } from '@plinth/api/money/agreements'
import {
  createScheduleItem,
  deleteScheduleItem,
  getSchedule,
  getScheduleItem,
  type ScheduleItem,
  scheduleItemLabels,
  updateScheduleItem,
  usualUnits,
} from '@plinth/api/works/schedule-items'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { undoOf } from '../../ui/form/undo-save.ts'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { sectionOptions, siblingOptions } from './place-options.ts'
import { schedulePath } from './schedule-path.ts'
import { itemName, numberAt, type SchedulePlace } from './schedule-tree.ts'

const {
  SelectField,
  TextField,
  TextAreaField,
  AutocompleteField,
  NumberField,
  MoneyField,
  PercentField,
  CheckboxField,
} = fieldsOf({ ...scheduleItemLabels, parentId: 'Into section', beforeId: 'Before' })

/** What the drawer opens: an item to edit, or a place for a new one. */
export type DrawerRequest = { item: ScheduleItem } | { place: SchedulePlace; kind?: ScheduleItemKind }

interface Props {
  agreement: Agreement
  items: readonly ScheduleItem[]
  request: DrawerRequest
  onClose: () => void
}

/** All fields of a section or an item, in a drawer over its schedule. */
export const ItemDrawer = ({ request, ...props }: Props) =>
  'item' in request ? <EditedItem {...props} item={request.item} /> : <NewItem {...props} {...request} />

function EditedItem({ agreement, item, onClose }: Omit<Props, 'request' | 'items'> & { item: ScheduleItem }) {
  const client = useQueryClient()
  const params = { id: item.id }
  const done = t('{name} saved', { name: itemName(item) })
  return (
    <RecordDrawer
      onClose={onClose}
      title={item.kind === 'SECTION' ? t('Edit section') : t('Edit item')}
      load={getScheduleItem}
      write={updateScheduleItem}
      params={params}
      initial={item}
      listPath={schedulePath(agreement)}
      texts={{ saved: done, failed: t('The schedule was not changed.') }}
      offers={(stored, before) => [
        undoOf({ write: updateScheduleItem, params, before, stored, done }, deleteScheduleItem, client),
      ]}
    >
      <ItemFields agreement={agreement} kind={item.kind} />
    </RecordDrawer>
  )
}

type NewProps = Omit<Props, 'request'> & { place: SchedulePlace; kind?: ScheduleItemKind }

/** The fields of the last stored item that the next one starts with. */
type LastStored = Pick<ScheduleItem, 'kind' | 'parentId' | 'unit'>

/** Adds items one after the other: each starts at the place of the one before, with the next number. */
function NewItem({ agreement, items, place, kind: requested = 'ITEM', onClose }: NewProps) {
  const client = useQueryClient()
  const mayDelete = useCan(deleteScheduleItem)
  const [current, setCurrent] = useState({ round: 0, items })
  const params = { agreementId: agreement.id }
  const done = t('Added to the schedule')
  const [stored, setStored] = useState<LastStored>()

  const next = placeOfNew(place, stored)

  /** Refetches the schedule, since the next number follows from the stored ones. */
  async function startAnother(): Promise<void> {
    const key = endpointKey(getSchedule, { params })
    await client.refetchQueries({ queryKey: key })
    const now = client.getQueryData<Answer<typeof getSchedule>>(key)?.items ?? items
    setCurrent(({ round }) => ({ round: round + 1, items: now }))
  }
  return (
    <RecordDrawer
      onClose={onClose}
      round={current.round}
      title={t('Add to the schedule')}
      load={getScheduleItem}
      write={createScheduleItem}
      params={params}
      initial={{
        kind: stored?.kind ?? requested,
        ...next,
        itemNo: numberAt(current.items, next) || undefined,
        unit: stored?.unit,
        percentageApplies: true,
      }}
      listPath={schedulePath(agreement)}
      texts={{ saved: done, failed: t('Nothing was added to the schedule.') }}
      afterSave={async ({ kind, parentId, unit }) => setStored({ kind, parentId, unit })}
      offers={(saved, before) =>
        mayDelete
          ? [undoOf({ write: createScheduleItem, params, before, stored: saved, done }, deleteScheduleItem, client)]
          : []
      }
      onAnother={() => startAnother()}
    >
      <NewKind />
      <FieldsOfNew agreement={agreement} />
      <Place items={current.items} />
    </RecordDrawer>
  )
}

/** The place for the next item: in the section of the last one, if that is not the section requested first. */
const placeOfNew = (requested: SchedulePlace, stored: LastStored | undefined): SchedulePlace =>
  stored && stored.parentId !== requested.parentId ? { parentId: stored.parentId, beforeId: null } : requested

/** The typed fields of a new item. */
interface Typed {
  kind: ScheduleItemKind
  parentId: string | null
  beforeId: string | null
}

function NewKind() {
  const { setValue } = useFormContext()
  /** Clears the fields that a section does not have. */
  function clear(kind: string | null): void {
    if (kind === 'SECTION') for (const name of ['unit', 'quantity', 'rate', 'limitPercent']) setValue(name, null)
  }
  return (
    <FieldGroup title={t('What is added')}>
      <SelectField name="kind" options={optionsOf(scheduleItemKinds)} onEdit={clear} openOnFocus={false} required />
    </FieldGroup>
  )
}

function FieldsOfNew({ agreement }: { agreement: Agreement }) {
  const kind = useWatch<Typed, 'kind'>({ name: 'kind' })
  return <ItemFields agreement={agreement} kind={kind} />
}

function ItemFields({ agreement, kind }: { agreement: Agreement; kind: ScheduleItemKind }) {
  const isItem = kind === 'ITEM'
  return (
    <>
      <FieldGroup title={isItem ? t('Item') : t('Section')}>
        <TextField name="itemNo" description={t('As it stands in the schedule of the agreement')} required={isItem} />
        <TextAreaField name="description" required />
        {isItem && (
          <>
            <AutocompleteField name="unit" suggestions={usualUnits} required />
            <NumberField name="quantity" required />
            <MoneyField name="rate" description={t('For one unit; it may follow later')} />
          </>
        )}
      </FieldGroup>
      <MoreFields>
        <FieldGroup title={t('Schedule of rates and limits')}>
          <TextField name="sorCode" description={t('The number in the department’s schedule of rates')} />
          {isItem && (
            <PercentField name="limitPercent" description={t('Up to so much more than agreed is paid at this rate')} />
          )}
          {isItem && agreement.pricing === 'PERCENTAGE_RATE' && <CheckboxField name="percentageApplies" />}
        </FieldGroup>
      </MoreFields>
    </>
  )
}

/** With more siblings than this, a select is no help: a row itself offers to add an item after it. */
const maxSiblings = 200

function Place({ items }: { items: readonly ScheduleItem[] }) {
  const { setValue } = useFormContext<Typed>()
  const parentId = useWatch<Typed, 'parentId'>({ name: 'parentId' }) ?? null
  const sections = sectionOptions(items).slice(1)
  const beside = siblingOptions(items, parentId).slice(1)
  if (items.length === 0) return null
  return (
    <FieldGroup title={t('Its place')}>
      {sections.length > 0 && (
        <SelectField
          name="parentId"
          options={sections}
          placeholder={t('In no section')}
          onEdit={() => setValue('beforeId', null)}
        />
      )}
      {beside.length > 0 && beside.length <= maxSiblings && (
        <SelectField name="beforeId" options={beside} placeholder={t('Last')} />
      )}
    </FieldGroup>
  )
}
