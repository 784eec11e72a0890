import { NativeSelect } from '@mantine/core'
import { t } from '../../lib/language.ts'
import { type Grouping, groupingLabel } from '../../lib/list-groups.ts'
import type { List } from '../../lib/useList.ts'

export interface Props {
  list: Pick<List<unknown>, 'group' | 'groupBy'>
  grouping: Grouping
  /** The label of a field. */
  labelOf: (field: string) => string
  size: 'xs' | 'sm'
  label?: string
}

/** Chooses the field that a list is grouped by. */
export const GroupChoice = ({ list, grouping, labelOf, size, label }: Props) => (
  <NativeSelect
    size={size}
    {...(label ? { label, flex: 1 } : { 'aria-label': t('Group by') })}
    value={list.group}
    data={[
      { value: '', label: t('Not grouped') },
      ...grouping.fields.map((field) => ({ value: field, label: groupingLabel(grouping, field, labelOf(field)) })),
    ]}
    onChange={({ currentTarget: { value } }) => list.groupBy(value)}
  />
)
